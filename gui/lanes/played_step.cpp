#include "gui/lanes/played_step.h"

#include "gui/theme/metrics.h"

#include <QEvent>
#include <QFrame>
#include <QLabel>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

QLabel* laneLabel()
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

PlayedStep::PlayedStep(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_note(laneLabel())
    , m_lanes(new PlayLanes(state, m_clock))
    , m_sentence(laneLabel())
    , m_bar(new PlayBar(m_clock))
{
    auto* column = new QVBoxLayout(this);
    auto* scrolled = new QScrollArea;
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setFocusPolicy(Qt::NoFocus);
    scrolled->setWidget(m_lanes);
    column->addWidget(m_note);
    column->addWidget(scrolled, 1);
    column->addWidget(m_sentence);
    column->addWidget(m_bar);
    m_note->hide();
    m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(m_lanes, &PlayLanes::sentenceChanged, this, &PlayedStep::refresh);
    connect(m_lanes, &PlayLanes::coveredChanged, this, &PlayedStep::refresh);
    applySizes();
    refresh();
}

void PlayedStep::setUnit(LaneUnit unit)
{
    m_lanes->setUnit(unit);
    m_bar->setUnit(unit);
}

void PlayedStep::setLetterHeight(int pixels)
{
    m_letters = pixels;
    m_lanes->setLetterHeight(pixels);
    applySizes();
}

void PlayedStep::setNote(const QString& note)
{
    m_noteText = note;
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void PlayedStep::applySizes()
{
    const Metrics sizes = metrics();
    m_clock.setJumps(style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0);
    layout()->setContentsMargins(sizes.space(4), sizes.space(2), sizes.space(4), sizes.space(2));
    layout()->setSpacing(sizes.space(2));
    QFont words = font();
    if (m_letters > 0)
        words.setPixelSize(std::max(m_letters, words.pixelSize()));
    m_note->setFont(words);
    m_sentence->setFont(words);
    // As high with one line as with two: the lanes do not move with every sentence.
    m_sentence->setMinimumHeight(2 * QFontMetrics(words).height());
}

void PlayedStep::refresh()
{
    m_bar->setEnabled(!m_lanes->isCovered());
    m_sentence->setText(m_lanes->isCovered() ? tr("The picture is drawn once you have answered.")
                                             : m_lanes->sentence());
}

void PlayedStep::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        refresh();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        applySizes();
}

} // namespace gui
