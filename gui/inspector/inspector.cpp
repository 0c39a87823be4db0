#include "gui/inspector/inspector.h"

#include "gui/inspector/area_table.h"
#include "gui/inspector/op_facts.h"
#include "gui/lessonlinks/lesson_link.h"
#include "gui/text/joined.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"
#include "gui/timeline/peer_story.h"
#include "gui/timeline/story.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace gui {
namespace {

QLabel* plain()
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

// What a lesson may explain of the bubble: that it waits for a transfer, or when in the step it is.
std::string topicOfGap(const TrackData& track, const GapRef& gap)
{
    const plan::Bubble* bubble = bubbleAt(track, gap.rank, gap.range.begin);
    if (!bubble)
        return {};
    const bool waitsForTransfer = 2 * bubble->inTransfer > bubble->end - bubble->start;
    return plan::key(waitsForTransfer ? plan::LedgerLine::ExposedTransfer
                                      : plan::bubbleLine(bubble->phase));
}

} // namespace

Inspector::Inspector(ViewState& state, TimelinePanel& panel, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_panel(panel)
    , m_title(plain())
    , m_story(plain())
    , m_peers(plain())
    , m_lesson(new LessonLink(LessonLink::Words::Title))
    , m_facts(new OpFacts)
    , m_source(plain())
    , m_area(new AreaTable(state, panel))
{
    m_title->setAccessibleName(tr("What is selected"));
    m_story->setAccessibleName(tr("Details of the selection"));
    m_peers->setAccessibleName(tr("The ranks at its place"));
    m_source->setAccessibleName(tr("Where its numbers come from"));
    const Metrics sizes = metrics();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(sizes.space(4), sizes.space(2), sizes.space(4), sizes.space(2));
    column->setSpacing(sizes.space(2));
    column->addWidget(m_title);
    column->addWidget(m_story);
    column->addWidget(m_peers);
    column->addWidget(m_lesson, 0, Qt::AlignLeft);
    column->addWidget(m_facts);
    column->addWidget(m_source);
    column->addWidget(m_area);
    column->addStretch(1);
    for (const auto changed : {&ViewState::selectedChanged, &ViewState::gapChanged,
                               &ViewState::hoveredChanged, &ViewState::unitChanged})
        connect(&state, changed, this, &Inspector::refresh);
    connect(&panel, &TimelinePanel::tracksChanged, this, &Inspector::refresh);
    connect(&panel, &TimelinePanel::causesChanged, this, &Inspector::refresh);
    connect(m_lesson, &LessonLink::lessonWanted, this, &Inspector::lessonWanted);
    connect(m_facts, &OpFacts::opWanted, &panel, &TimelinePanel::select);
    applyLook();
    refresh();
}

QString Inspector::sourceOf(int slot, int rank) const
{
    const TrackData* track = m_panel.track(slot);
    return !track || track->source.isEmpty()
        ? QString()
        : enumerated({tr("Source: %1").arg(track->source), rankInWords(*track, rank)});
}

void Inspector::refresh()
{
    const std::optional<OpRef>& op
        = m_state.selected() || m_state.gap() ? m_state.selected() : m_state.hovered();
    const std::optional<GapRef>& gap = m_state.gap();
    const QString story = op ? m_panel.story(*op) : gap ? m_panel.story(*gap) : QString();
    const QStringList lines = story.isEmpty() ? QStringList() : story.split(QLatin1Char('\n'));
    m_title->setText(lines.value(0, tr("Nothing is selected")));
    m_story->setText(lines.isEmpty() ? tr("Click an op or a bubble to see what it waited for, or "
                                          "drag over the rows to see where their time went.")
                                     : lines.mid(1).join(QLatin1Char('\n')));
    m_source->setText(lines.isEmpty() ? QString()
                          : op        ? sourceOf(op->slot, op->rank)
                                      : sourceOf(gap->slot, gap->rank));
    const TrackData* track = lines.isEmpty() ? nullptr : m_panel.track(op ? op->slot : gap->slot);
    const QStringList peers = track && track->peers && !track->peers->isExact()
        ? peersInWords(*track, op ? op->rank : gap->rank, m_state.unit())
        : QStringList();
    m_peers->setText(peers.join(QLatin1Char('\n')));
    m_peers->setVisible(!peers.isEmpty());
    m_lesson->setTopic(track && !op ? topicOfGap(*track, *gap) : std::string());
    m_facts->show(op ? m_panel.track(op->slot) : nullptr, op, m_state.unit());
    m_source->setVisible(!m_source->text().isEmpty());
}

// A label with a font or colours of its own does not follow the application's by itself.
void Inspector::applyLook()
{
    QFont title = font();
    title.setWeight(QFont::DemiBold);
    m_title->setFont(title);
    m_source->setFont(metrics().font(font(), Type::Small));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, themeFor(colours).mutedText);
    m_source->setPalette(colours);
}

void Inspector::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

} // namespace gui
