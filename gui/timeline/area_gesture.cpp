#include "gui/timeline/area_gesture.h"

#include "gui/timeline/op_walk.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kEdgeReach = 5; // pixels to either side
constexpr double kSnapReach = 5;

} // namespace

AreaGesture::AreaGesture(ViewState& state, const TimelineScene& scene)
    : m_state(state)
    , m_scene(scene)
{
}

std::vector<FrameRow> AreaGesture::rows() const
{
    std::vector<FrameRow> rows = m_scene.rowsInSight(1);
    std::stable_sort(rows.begin(), rows.end(), [](const FrameRow& a, const FrameRow& b) {
        return a.place.top < b.place.top;
    });
    return rows;
}

std::size_t AreaGesture::rowNear(const std::vector<FrameRow>& rows, double y) const
{
    std::size_t near = 0;
    y -= m_scene.areas().plot.top();
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].place.top <= y)
            near = i;
    return near;
}

// The end of an op in that row that is close by, else the time itself; within the step.
Nanoseconds AreaGesture::snapped(const FrameRow& row, double x) const
{
    const TimeAxis axis = m_scene.axis();
    x -= m_scene.areas().plot.left();
    const Nanoseconds time
        = std::clamp(axis.time(std::clamp(x, 0.0, axis.width)), Nanoseconds{0}, m_scene.extent());
    const plan::Span* span = spanNear(*m_scene.tracks().at(row.slot)->timeline, row.rank, time);
    if (!span)
        return time;
    const double toStart = std::abs(axis.x(span->start) - x);
    const double toEnd = std::abs(axis.x(span->end) - x);
    if (std::min(toStart, toEnd) > kSnapReach)
        return time;
    return toStart < toEnd ? span->start : span->end;
}

AreaGesture::Edge AreaGesture::edgeAt(QPointF position) const
{
    if (!m_state.area())
        return Edge::None;
    const std::vector<QRectF> boxes = m_scene.boxesOf(*m_state.area());
    for (const QRectF& box : boxes) {
        if (!box.adjusted(-kEdgeReach, -kEdgeReach, kEdgeReach, kEdgeReach).contains(position))
            continue;
        if (std::abs(position.x() - box.left()) <= kEdgeReach)
            return Edge::Begin;
        if (std::abs(position.x() - box.right()) <= kEdgeReach)
            return Edge::End;
        if (&box == &boxes.front() && std::abs(position.y() - box.top()) <= kEdgeReach)
            return Edge::First;
        if (&box == &boxes.back() && std::abs(position.y() - box.bottom()) <= kEdgeReach)
            return Edge::Last;
    }
    return Edge::None;
}

bool AreaGesture::press(QPointF position)
{
    const auto rows = this->rows();
    const int y = static_cast<int>(position.y()) - m_scene.areas().plot.top() + m_scene.scroll();
    Held held{.edge = edgeAt(position), .before = {}};
    if (held.edge == Edge::None) {
        // Between two rows, or behind the last one, an area may begin as well.
        if (rows.empty() || !m_scene.areas().plot.contains(position.toPoint())
            || y >= m_scene.layout().height)
            return false;
        held.row = rowNear(rows, position.y());
        held.time = snapped(rows[held.row], position.x());
        m_held = held;
        return true;
    }
    held.before = *m_state.area();
    held.time = held.edge == Edge::Begin ? held.before.range.end : held.before.range.begin;
    m_held = held;
    return true;
}

void AreaGesture::move(QPointF position)
{
    const auto rows = this->rows();
    if (!m_held || rows.empty())
        return;
    const std::size_t to = rowNear(rows, position.y());
    TimeArea area = m_held->before;
    if (m_held->edge == Edge::First || m_held->edge == Edge::Last) {
        int& moved = m_held->edge == Edge::First ? area.firstRank : area.lastRank;
        moved = rows[to].rank;
        if (area.firstRank > area.lastRank)
            std::swap(area.firstRank, area.lastRank);
        return m_state.setArea(area);
    }
    const Nanoseconds time = snapped(rows[to], position.x());
    const Nanoseconds begin = std::min(time, m_held->time);
    area.range = {begin, std::max(begin + Nanoseconds{1}, std::max(time, m_held->time))};
    if (m_held->edge == Edge::None) {
        const std::size_t from = std::min(m_held->row, rows.size() - 1);
        area.firstRank = area.lastRank = rows[from].rank;
        for (std::size_t row = std::min(from, to); row <= std::max(from, to); ++row) {
            area.firstRank = std::min(area.firstRank, rows[row].rank);
            area.lastRank = std::max(area.lastRank, rows[row].rank);
        }
    }
    m_state.setArea(area);
}

} // namespace gui
