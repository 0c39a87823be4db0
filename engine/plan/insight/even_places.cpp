#include "engine/plan/insight/bubble_places.h"

#include "engine/plan/insight/latest_times.h"
#include "engine/plan/insight/span_graph.h"

#include <algorithm>
#include <cmath>

namespace plan {
namespace {

// Moves the units of a step back towards where they should be, from its start on.
class Shifting {
public:
    Shifting(const Schedule& schedule, const Timeline& timeline, const Costs& costs)
        : m_timeline(timeline)
        , m_graph(schedule, timeline, costs)
        , m_shifted(timeline)
    {
        for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
            m_splits.push_back(schedule.phases.empty() ? phasesOf(schedule.order[rank])
                                                       : schedule.phases[rank]);
    }

    Timeline run()
    {
        m_latest = latestEnds(m_graph, m_timeline,
                              [this](std::uint32_t span) { return staysInPlace(span); });
        m_wanted.resize(m_graph.spans());
        for (std::size_t rank = 0; rank < m_graph.ranks(); ++rank)
            wantSteadyAsOneBlock(rank);
        for (const std::uint32_t first : m_graph.unitsInOrder())
            place(m_graph.unitOf(first));
        return std::move(m_shifted);
    }

private:
    std::uint32_t steadyBegin(std::size_t rank) const
    {
        return m_graph.rankBegin(rank) + static_cast<std::uint32_t>(m_splits[rank].steadyBegin);
    }
    std::uint32_t coolDownBegin(std::size_t rank) const
    {
        return m_graph.rankBegin(rank) + static_cast<std::uint32_t>(m_splits[rank].coolDownBegin);
    }

    // Warm-up, and the last unit of a rank.
    bool staysInPlace(std::uint32_t first) const
    {
        const std::size_t rank = m_graph.rankOf(first);
        return first < steadyBegin(rank)
            || first + m_graph.unitOf(first).count == m_graph.rankEnd(rank);
    }

    void wantSteadyAsOneBlock(std::size_t rank)
    {
        const std::uint32_t begin = m_graph.rankBegin(rank);
        const std::uint32_t end = m_graph.rankEnd(rank);
        for (std::uint32_t span = begin; span < end; ++span)
            m_wanted[span] = span < steadyBegin(rank)
                ? m_graph.at(span).start
                : m_latest[span] - (m_graph.end(m_graph.unitOf(span)) - m_graph.at(span).start);
        if (steadyBegin(rank) >= coolDownBegin(rank))
            return;
        Nanoseconds forwards{0};
        Nanoseconds others{0};
        Nanoseconds free = steadyBegin(rank) == begin ? m_graph.at(begin).start
                                                      : m_graph.at(steadyBegin(rank) - 1).end;
        Nanoseconds idle = m_graph.at(end - 1).end - free;
        for (std::uint32_t span = begin; span < end; ++span) {
            const Span& at = m_graph.at(span);
            (isForward(at.op.kind) ? forwards : others) += at.end - at.start;
            if (span >= steadyBegin(rank))
                idle -= at.end - at.start;
        }
        if (forwards + others > Nanoseconds{0})
            free += Nanoseconds{
                std::llround(double(idle.count())
                             * (double(others.count()) / double((forwards + others).count())))};
        for (std::uint32_t span = steadyBegin(rank); span < coolDownBegin(rank); ++span) {
            m_wanted[span] = std::min(m_wanted[span], free);
            free += m_graph.at(span).end - m_graph.at(span).start;
        }
    }

    // No later than its latest time, as everything before it is; no earlier than it was.
    void place(const SpanGraph::Unit& unit)
    {
        const std::size_t rank = m_graph.rankOf(unit.first);
        const std::uint32_t after = unit.first + unit.count;
        Nanoseconds start = std::max(m_wanted[unit.first], m_graph.start(unit));
        if (unit.first > m_graph.rankBegin(rank))
            start = std::max(start, shifted(unit.first - 1).end);
        for (std::uint32_t span = unit.first; span < after; ++span)
            if (const auto input = m_graph.inputOf(span); input.span != SpanGraph::kNone) {
                const SpanGraph::Unit from = m_graph.unitOf(input.span);
                start = std::max(start, shifted(from.first + from.count - 1).end + input.transfer);
            }
        const Nanoseconds by = start - m_graph.start(unit);
        for (std::uint32_t span = unit.first; span < after; ++span) {
            shifted(span).start += by;
            shifted(span).end += by;
        }
    }

    Span& shifted(std::uint32_t span)
    {
        const std::size_t rank = m_graph.rankOf(span);
        return m_shifted.spans[rank][span - m_graph.rankBegin(rank)];
    }

    const Timeline& m_timeline;
    const SpanGraph m_graph;
    std::vector<PhaseSplit> m_splits;  // [rank]
    std::vector<Nanoseconds> m_latest; // [span]: ends
    std::vector<Nanoseconds> m_wanted; // [span]: starts
    Timeline m_shifted;
};

} // namespace

Timeline shiftedToEvenPlaces(const Schedule& schedule, const Timeline& timeline, const Costs& costs)
{
    return Shifting(schedule, timeline, costs).run();
}

} // namespace plan
