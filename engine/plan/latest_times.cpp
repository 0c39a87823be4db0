#include "engine/plan/latest_times.h"

#include <algorithm>

namespace plan {
namespace {

// From the end of the step backwards: a unit is settled when everything that waits for
// it is.
class Backwards {
public:
    Backwards(const SpanGraph& graph, const Timeline& timeline, const Pinned& pinned)
        : m_graph(graph)
        , m_timeline(timeline)
        , m_pinned(pinned)
        , m_open(graph.spans())
    {
        for (std::uint32_t span = 0; span < graph.spans(); ++span)
            latest.push_back(graph.at(span).end);
    }

    void run()
    {
        for (std::size_t rank = 0; rank < m_graph.ranks(); ++rank)
            countSuccessors(rank);
        while (!m_ready.empty()) {
            const std::uint32_t first = m_ready.back();
            m_ready.pop_back();
            settle(m_graph.unitOf(first));
        }
    }

    std::vector<Nanoseconds> latest;

private:
    void countSuccessors(std::size_t rank)
    {
        for (std::uint32_t span = m_graph.rankBegin(rank); span < m_graph.rankEnd(rank);) {
            const SpanGraph::Unit unit = m_graph.unitOf(span);
            span += unit.count;
            std::uint8_t& open = m_open[unit.first];
            open = span < m_graph.rankEnd(rank) ? 1 : 0;
            for (std::uint32_t i = unit.first; i < span; ++i)
                open += m_graph.consumerOf(i).span != SpanGraph::kNone;
            if (open == 0)
                m_ready.push_back(unit.first);
        }
    }

    void settle(const SpanGraph::Unit& unit)
    {
        const std::size_t rank = m_graph.rankOf(unit.first);
        const std::uint32_t after = unit.first + unit.count;
        Nanoseconds end = after < m_graph.rankEnd(rank) ? latestStart(after) : endOfRank(rank);
        for (std::uint32_t i = unit.first; i < after; ++i)
            if (const auto consumer = m_graph.consumerOf(i); consumer.span != SpanGraph::kNone)
                end = std::min(end, latestStart(consumer.span) - consumer.transfer);
        if (m_pinned && m_pinned(unit.first))
            end = m_graph.end(unit);
        std::fill_n(latest.begin() + unit.first, unit.count, end);

        if (unit.first > m_graph.rankBegin(rank))
            release(unit.first - 1);
        for (std::uint32_t i = unit.first; i < after; ++i)
            if (const auto input = m_graph.inputOf(i); input.span != SpanGraph::kNone)
                release(input.span);
    }

    void release(std::uint32_t span)
    {
        const std::uint32_t first = m_graph.unitOf(span).first;
        if (--m_open[first] == 0)
            m_ready.push_back(first);
    }

    Nanoseconds latestStart(std::uint32_t span) const
    {
        const SpanGraph::Unit unit = m_graph.unitOf(span);
        return latest[unit.first] - (m_graph.end(unit) - m_graph.start(unit));
    }

    Nanoseconds endOfRank(std::size_t rank) const
    {
        if (m_timeline.tails.empty())
            return m_timeline.makespan;
        const Tail& tail = m_timeline.tails[rank];
        return m_timeline.makespan - (tail.end - tail.begin);
    }

    const SpanGraph& m_graph;
    const Timeline& m_timeline;
    const Pinned& m_pinned;
    std::vector<std::uint8_t> m_open; // [first span of a unit]: units that wait for it
    std::vector<std::uint32_t> m_ready; // first spans
};

} // namespace

std::vector<Nanoseconds> latestEnds(const SpanGraph& graph, const Timeline& timeline,
                                    const Pinned& pinned)
{
    Backwards backwards(graph, timeline, pinned);
    backwards.run();
    return std::move(backwards.latest);
}

} // namespace plan
