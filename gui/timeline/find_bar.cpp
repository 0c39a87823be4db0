#include "gui/timeline/find_bar.h"

#include "gui/theme/metrics.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

#include <utility>

namespace gui {
namespace {

constexpr double kFieldWidth = 220; // pixels of scale 1
constexpr double kCountWidth = 110;

// Of an op, whenever it runs.
bool isSame(const FindHit& a, const FindHit& b)
{
    return a.slot == b.slot && a.rank == b.rank && a.peer == b.peer && a.op == b.op
        && (a.op || a.range == b.range);
}

} // namespace

FindBar::FindBar(QWidget* parent)
    : QWidget(parent)
    , m_field(new QLineEdit(this))
    , m_count(new QLabel(this))
    , m_before(button(QStringLiteral("↑"), tr("Previous match")))
    , m_next(button(QStringLiteral("↓"), tr("Next match")))
{
    const Metrics sizes = metrics();
    setAccessibleName(tr("Find in the timeline"));
    setAutoFillBackground(true);
    m_field->setAccessibleName(tr("What to find"));
    m_field->setPlaceholderText(tr("F3 rank 2  or  bubble > 5 ms"));
    m_field->setToolTip(tr("F3, 2F3, B, rank 2, stage 1, microbatch 7, bubble, > 5 ms, and any of "
                           "them together"));
    m_field->setMinimumWidth(sizes.px(kFieldWidth));
    m_field->setMaxLength(200);
    m_count->setAccessibleName(tr("Matches"));
    m_count->setTextFormat(Qt::PlainText);
    m_count->setMinimumWidth(sizes.px(kCountWidth));
    auto* close = button(QStringLiteral("✕"), tr("Close the search"));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(sizes.space(2), sizes.space(1), sizes.space(1), sizes.space(1));
    line->setSpacing(sizes.space(1));
    for (QWidget* each : {static_cast<QWidget*>(m_field), static_cast<QWidget*>(m_count),
                          static_cast<QWidget*>(m_before), static_cast<QWidget*>(m_next),
                          static_cast<QWidget*>(close)})
        line->addWidget(each);
    connect(m_field, &QLineEdit::textChanged, this, &FindBar::look);
    connect(m_before, &QToolButton::clicked, this, [this] { goOn(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { goOn(1); });
    connect(close, &QToolButton::clicked, this, &FindBar::closeBar);
    hide();
    describe();
}

QToolButton* FindBar::button(const QString& text, const QString& name)
{
    auto* made = new QToolButton(this);
    made->setText(text);
    made->setAutoRaise(true);
    made->setAccessibleName(name);
    made->setToolTip(name);
    return made;
}

void FindBar::open()
{
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
    look();
}

void FindBar::openForRank()
{
    open();
    m_field->setText(QStringLiteral("rank "));
}

void FindBar::setTracks(const Tracks& tracks)
{
    m_tracks = tracks;
    if (!isHidden())
        look();
}

const FindHit* FindBar::current() const
{
    return m_hits && m_current ? &m_hits->first[*m_current] : nullptr;
}

void FindBar::look()
{
    const auto query = parseFind(m_field->text());
    m_isUnderstood = query || m_field->text().trimmed().isEmpty();
    if (!query) {
        m_work.forget();
        return take(nullptr);
    }
    m_work.request(
        [this, query = *query, tracks = m_tracks](const auto& outdated) -> NewestWork::Delivery {
            auto hits = std::make_shared<const FindHits>(findIn(tracks, query, outdated));
            return [this, hits] { take(hits); };
        });
}

void FindBar::take(FindHitsPtr hits)
{
    // A track that was replaced, as by the next step of a run, often has the same hits.
    const FindHitsPtr before = std::exchange(m_hits, std::move(hits));
    const FindHit* last = before && m_current ? &before->first[*m_current] : nullptr;
    m_current.reset();
    for (std::size_t i = 0; last && m_hits && i < m_hits->first.size() && !m_current; ++i)
        if (isSame(m_hits->first[i], *last))
            m_current = i;
    describe();
    emit hitsChanged();
}

void FindBar::goOn(int by)
{
    if (!m_hits || m_hits->first.empty())
        return;
    const std::size_t count = m_hits->first.size();
    if (!m_current)
        m_current = by > 0 ? 0 : count - 1;
    else
        m_current = (*m_current + (by > 0 ? 1 : count - 1)) % count;
    describe();
    emit currentChanged();
}

bool FindBar::finish(std::chrono::milliseconds deadline) { return m_work.finish(deadline); }

void FindBar::describe()
{
    const bool any = m_hits && !m_hits->first.empty();
    m_before->setEnabled(any);
    m_next->setEnabled(any);
    if (!m_isUnderstood)
        return m_count->setText(tr("not understood"));
    if (!m_hits)
        return m_count->clear();
    const QString count = QLocale().toString(static_cast<qlonglong>(m_hits->count));
    m_count->setText(m_current                ? tr("%1 of %2").arg(*m_current + 1).arg(count)
                         : m_hits->count == 1 ? tr("1 match")
                                              : tr("%1 matches").arg(count));
}

void FindBar::closeBar()
{
    m_work.forget();
    hide();
    take(nullptr);
    emit closed();
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        return closeBar();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        // What was typed just now is looked for before one goes on.
        m_work.finish(std::chrono::milliseconds{40});
        return goOn(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace gui
