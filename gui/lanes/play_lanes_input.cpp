#include "gui/lanes/play_lanes.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr int kLaneDrag = 5; // pixels of scale 1 that make a click a drag
constexpr int kLaneSnap = 6; // likewise, to the end of an op

} // namespace

// The begin or end of an op that is near, else the moment itself.
Nanoseconds PlayLanes::snapped(const LaneLayout& laid, const LaneRow& row, double x) const
{
    const plan::Timeline& timeline = *data(row.slot).timeline;
    Nanoseconds best = std::clamp(laid.time(x), Nanoseconds{}, timeline.makespan);
    double nearest = metrics().px(kLaneSnap);
    const auto consider = [&](Nanoseconds time) {
        const double away = std::abs(laid.x(time) - x);
        if (away < nearest) {
            nearest = away;
            best = time;
        }
    };
    consider({});
    consider(timeline.makespan);
    for (const plan::Span& span : timeline.spans[static_cast<std::size_t>(row.rank)]) {
        consider(span.start);
        consider(span.end);
    }
    return best;
}

void PlayLanes::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_isCovered || m_tracks.empty())
        return QWidget::mousePressEvent(event);
    const LaneLayout laid = layout();
    const LaneRow* row = laid.at(event->position());
    m_press = Press{event->position(), row ? std::optional(*row) : std::nullopt,
                    row ? snapped(laid, *row, event->position().x()) : Nanoseconds{}, false};
    if (!row) {
        m_clock.pause();
        m_clock.seek(laid.time(event->position().x()));
    }
}

void PlayLanes::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_press)
        return QWidget::mouseMoveEvent(event);
    const LaneLayout laid = layout();
    if (!m_press->row)
        return m_clock.seek(laid.time(event->position().x()));
    m_press->isDragged = m_press->isDragged
        || std::abs(event->position().x() - m_press->from.x()) >= metrics().px(kLaneDrag);
    if (!m_press->isDragged)
        return;
    const Nanoseconds now = snapped(laid, *m_press->row, event->position().x());
    const auto [begin, end] = std::minmax(m_press->time, now);
    if (end > begin)
        m_state.setArea(TimeArea{{begin, end}, m_press->row->rank, m_press->row->rank});
}

void PlayLanes::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_press || event->button() != Qt::LeftButton)
        return QWidget::mouseReleaseEvent(event);
    const Press press = *m_press;
    m_press.reset();
    if (press.row && !press.isDragged)
        click(*press.row, event->position(), layout().time(event->position().x()));
}

void PlayLanes::click(const LaneRow& row, QPointF at, Nanoseconds time)
{
    const plan::Timeline& timeline = *data(row.slot).timeline;
    const bool isName = at.x() < row.lane.left();
    const plan::Span* span
        = isName ? spanNear(timeline, row.rank, m_clock.time()) : spanAt(timeline, row.rank, time);
    if (span)
        return m_state.setSelected(OpRef{row.slot, row.rank, span->op});
    const auto gap = gapAt(timeline, row.rank, time, timeline.makespan);
    m_ring.reset();
    m_state.setSelected({});
    m_state.setGap(gap ? std::optional(GapRef{row.slot, row.rank, *gap}) : std::nullopt);
}

void PlayLanes::ringBeside(int steps)
{
    if (!m_ring)
        return ringOn(0);
    m_state.setGap({});
    if (const auto next = neighbour(data(m_ring->slot), *m_ring, steps))
        m_ring = next;
    beginWalk();
    tellSentence();
}

void PlayLanes::ringOn(int rows)
{
    const LaneLayout laid = layout();
    if (laid.rows.empty())
        return;
    int place = 0;
    Nanoseconds time = m_clock.isAtEnd() ? Nanoseconds{} : m_clock.time();
    if (m_ring)
        for (std::size_t i = 0; i < laid.rows.size(); ++i)
            if (laid.rows[i].slot == m_ring->slot && laid.rows[i].rank == m_ring->rank) {
                place = int(i) + rows;
                const plan::Span* span
                    = findSpan(*data(m_ring->slot).timeline, m_ring->rank, m_ring->op);
                time = span ? span->start : time;
            }
    const LaneRow& row = laid.rows[std::size_t(std::clamp(place, 0, int(laid.rows.size()) - 1))];
    m_state.setGap({});
    if (const plan::Span* span = spanNear(*data(row.slot).timeline, row.rank, time))
        m_ring = OpRef{row.slot, row.rank, span->op};
    beginWalk();
    tellSentence();
}

void PlayLanes::selectRing()
{
    if (m_ring)
        m_state.setSelected(m_ring);
}

bool PlayLanes::beginWalk()
{
    m_walk.clear();
    if (const auto& gap = m_state.gap(); gap && gap->slot < int(m_data.size()))
        m_walk.begin(data(gap->slot), *gap);
    else if (m_ring && m_ring->slot < int(m_data.size()))
        m_walk.begin(data(m_ring->slot), *m_ring);
    m_tellsWalk = m_walk.isOn();
    return m_tellsWalk;
}

void PlayLanes::walkWhy(bool back)
{
    if (!m_walk.isOn() && !beginWalk())
        return;
    back ? m_walk.goBack() : m_walk.goForth();
    m_tellsWalk = true;
    tellSentence();
}

// Space and Escape are shortcuts of what is around it otherwise.
bool PlayLanes::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        const QString text = key->text();
        if (key->modifiers() == Qt::NoModifier && text.size() == 1
            && QStringLiteral(" ,.[]").contains(text)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void PlayLanes::keyPressEvent(QKeyEvent* event)
{
    if (m_isCovered || m_tracks.empty())
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Space:
        return m_clock.toggle();
    case Qt::Key_Comma:
        return m_clock.stepBy(-1);
    case Qt::Key_Period:
        return m_clock.stepBy(1);
    case Qt::Key_Home:
        m_clock.pause();
        return m_clock.seek({});
    case Qt::Key_End:
        m_clock.pause();
        return m_clock.seek(m_clock.end());
    case Qt::Key_Left:
        return ringBeside(-1);
    case Qt::Key_Right:
        return ringBeside(1);
    case Qt::Key_Up:
        return ringOn(-1);
    case Qt::Key_Down:
        return ringOn(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_ring && m_ring != m_state.selected())
            return selectRing();
        break;
    case Qt::Key_BracketLeft:
        return walkWhy(true);
    case Qt::Key_BracketRight:
        return walkWhy(false);
    case Qt::Key_Escape:
        if (m_ring || m_state.gap() || m_state.area()) {
            m_ring.reset();
            m_state.setSelected({});
            m_state.setGap({});
            m_state.setArea({});
            m_walk.clear();
            return tellSentence();
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

} // namespace gui
