#include "gui/timeline/memory_lane.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace gui {

std::optional<std::uint64_t> DeviceMemory::at(Nanoseconds time) const
{
    const auto after = std::partition_point(edges.begin(), edges.end(),
                                            [&](const Edge& edge) { return edge.time <= time; });
    return after == edges.begin() ? std::nullopt : std::optional((after - 1)->used);
}

std::uint64_t DeviceMemory::largest() const
{
    std::uint64_t most = 0;
    for (const Edge& edge : edges)
        most = std::max(most, edge.used);
    return most;
}

bool devicesCount(const std::vector<MemoryLane>& lanes)
{
    return std::any_of(lanes.begin(), lanes.end(),
                       [](const MemoryLane& lane) { return lane.largestInUse() > 0; });
}

MemoryScale scaleOf(const std::vector<MemoryLane>& lanes,
                    const std::vector<std::uint64_t>* predicted)
{
    constexpr std::uint64_t kFairPart = 4;
    std::uint64_t largest = 1;
    std::uint64_t limit = 0;
    for (const MemoryLane& lane : lanes) {
        largest = std::max({largest, lane.largestTotal(), lane.largestInUse()});
        limit = std::max(limit, lane.device().total);
    }
    if (predicted != nullptr)
        for (const std::uint64_t bytes : *predicted)
            largest = std::max(largest, bytes);
    if (limit == 0 || largest < limit / kFairPart)
        return {largest, false};
    return {std::max(largest, limit), true};
}

MemoryLane MemoryLane::withDevice(DeviceMemory device) &&
{
    m_largestInUse = device.largest();
    m_device = std::move(device);
    return std::move(*this);
}

std::uint64_t totalOf(const MemoryBytes& bytes)
{
    return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

MemoryLane::MemoryLane(const std::vector<MemoryEdge>& edges, const MemoryBytes& peaks)
    : m_peaks(peaks)
{
    if (edges.empty())
        return;
    auto& groups = m_levels.emplace_back();
    groups.reserve(edges.size());
    for (const MemoryEdge& edge : edges) {
        if (groups.empty() || groups.back().time != edge.time)
            groups.emplace_back();
        groups.back() = {edge.time, totalOf(edge.held), edge.held};
    }
    for (const Group& group : groups) {
        if (group.total > m_largestTotal)
            m_largestAt = group.time;
        m_largestTotal = std::max(m_largestTotal, group.total);
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
            m_peaks[kind] = std::max(m_peaks[kind], group.held[kind]);
    }
    while (m_levels.back().size() > 1) {
        std::vector<Group> above;
        const std::vector<Group>& below = m_levels.back();
        above.reserve((below.size() + 1) / 2);
        for (std::size_t i = 0; i < below.size(); i += 2) {
            above.push_back(below[i]);
            if (i + 1 < below.size() && below[i + 1].total > below[i].total) {
                above.back() = below[i + 1];
                // The group begins where its first edge does, whichever of the two held more.
                above.back().time = below[i].time;
            }
        }
        m_levels.push_back(std::move(above));
    }
}

const MemoryBytes* MemoryLane::at(Nanoseconds time) const
{
    if (isEmpty())
        return nullptr;
    const auto& edges = m_levels.front();
    const auto after = std::partition_point(edges.begin(), edges.end(),
                                            [&](const Group& edge) { return edge.time <= time; });
    return after == edges.begin() ? nullptr : &(after - 1)->held;
}

void MemoryLane::columns(const TimeAxis& axis, Nanoseconds end,
                         std::vector<const MemoryBytes*>& columns) const
{
    const auto width = static_cast<std::size_t>(std::max(1.0, axis.width));
    columns.assign(width, nullptr);
    if (isEmpty())
        return;
    const auto& edges = m_levels.front();
    const Nanoseconds stop = std::min(end, axis.range.end);
    const auto before = [&edges](Nanoseconds time) {
        const auto found = std::partition_point(edges.begin(), edges.end(),
                                                [&](const Group& e) { return e.time < time; });
        return static_cast<std::size_t>(found - edges.begin());
    };
    // The edge in force where the axis begins counts, too.
    const std::size_t begun = before(axis.range.begin + Nanoseconds{1});
    const std::size_t first = begun > 0 ? begun - 1 : 0;
    const std::size_t last = before(stop);
    if (first >= last)
        return;
    std::size_t level = 0;
    // The finest level of which no more groups are in sight than two for each column.
    while (((last - first) >> level) > 2 * width)
        ++level;

    const auto& groups = m_levels[level];
    std::uint64_t total = 0; // of columns[column]
    std::size_t column = width;
    for (std::size_t i = first >> level; i <= (last - 1) >> level; ++i) {
        const Nanoseconds from = std::max(groups[i].time, Nanoseconds{0});
        const Nanoseconds to = i + 1 < groups.size() ? std::min(groups[i + 1].time, stop) : stop;
        const double left = std::clamp(axis.x(from), 0.0, axis.width);
        const double right = std::clamp(axis.x(to), left, axis.width);
        for (auto x = static_cast<std::size_t>(left); static_cast<double>(x) < right; ++x) {
            // Several groups fall into one column: the fullest of them is shown.
            if (x == column && groups[i].total <= total)
                continue;
            columns[x] = &groups[i].held;
            column = x;
            total = groups[i].total;
        }
    }
}

} // namespace gui
