#include "gui/timeline/memory_lane.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gui {

std::uint64_t totalOf(const MemoryBytes& bytes)
{
    return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

MemoryLane::MemoryLane(std::vector<MemoryEdge> edges, const MemoryBytes& peaks)
    : m_peaks(peaks)
{
    for (MemoryEdge& edge : edges) {
        if (!m_edges.empty() && m_edges.back().time == edge.time)
            m_edges.back() = edge;
        else
            m_edges.push_back(edge);
    }
    for (const MemoryEdge& edge : m_edges) {
        m_largestTotal = std::max(m_largestTotal, totalOf(edge.held));
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
            m_peaks[kind] = std::max(m_peaks[kind], edge.held[kind]);
    }
    for (int level = 1; (m_edges.size() >> (level - 1)) > 1; ++level) {
        const std::size_t groups = ((m_edges.size() - 1) >> level) + 1;
        const std::size_t below = ((m_edges.size() - 1) >> (level - 1)) + 1;
        std::vector<std::uint32_t> tops;
        for (std::size_t group = 0; group < groups; ++group) {
            std::size_t top = largest(level - 1, 2 * group);
            if (2 * group + 1 < below) {
                const std::size_t other = largest(level - 1, 2 * group + 1);
                if (totalOf(m_edges[other].held) > totalOf(m_edges[top].held))
                    top = other;
            }
            tops.push_back(static_cast<std::uint32_t>(top));
        }
        m_levels.push_back(std::move(tops));
    }
}

std::size_t MemoryLane::largest(int level, std::size_t group) const
{
    return level == 0 ? group : m_levels[static_cast<std::size_t>(level - 1)][group];
}

const MemoryBytes* MemoryLane::at(Nanoseconds time) const
{
    const auto after = std::partition_point(m_edges.begin(), m_edges.end(),
                                            [&](const auto& edge) { return edge.time <= time; });
    return after == m_edges.begin() ? nullptr : &(after - 1)->held;
}

void MemoryLane::columns(const TimeAxis& axis, Nanoseconds end,
                         std::vector<const MemoryBytes*>& columns) const
{
    const auto width = static_cast<std::size_t>(std::max(1.0, axis.width));
    columns.assign(width, nullptr);
    const Nanoseconds stop = std::min(end, axis.range.end);
    const auto before = [this](Nanoseconds time) {
        const auto found = std::partition_point(m_edges.begin(), m_edges.end(),
                                                [&](const auto& e) { return e.time < time; });
        return static_cast<std::size_t>(found - m_edges.begin());
    };
    // The edge in force where the axis begins counts, too.
    const std::size_t begun = before(axis.range.begin + Nanoseconds{1});
    const std::size_t first = begun > 0 ? begun - 1 : 0;
    const std::size_t last = before(stop);
    if (first >= last)
        return;
    int level = 0;
    while (((last - first) >> level) > 2 * width)
        ++level;

    for (std::size_t group = first >> level; group <= (last - 1) >> level; ++group) {
        const MemoryEdge& top = m_edges[largest(level, group)];
        const std::size_t next = (group + 1) << level;
        const Nanoseconds from = std::max(m_edges[group << level].time, Nanoseconds{0});
        const Nanoseconds to = next < m_edges.size() ? std::min(m_edges[next].time, stop) : stop;
        const double left = std::clamp(axis.x(from), 0.0, axis.width);
        const double right = std::clamp(axis.x(to), left, axis.width);
        for (auto x = static_cast<std::size_t>(left); static_cast<double>(x) < right; ++x)
            if (columns[x] == nullptr || totalOf(top.held) > totalOf(*columns[x]))
                columns[x] = &top.held;
    }
}

} // namespace gui
