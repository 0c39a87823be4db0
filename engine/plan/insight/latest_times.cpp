#include "engine/plan/insight/latest_times.h"

#include <algorithm>

namespace plan {
namespace {

Nanoseconds endOfRank(const Timeline& timeline, std::size_t rank)
{
    if (timeline.tails.empty())
        return timeline.makespan;
    const Tail& tail = timeline.tails[rank];
    return timeline.makespan - (tail.end - tail.begin);
}

} // namespace

std::vector<Nanoseconds> latestEnds(const SpanGraph& graph, const Timeline& timeline,
                                    const Pinned& pinned)
{
    std::vector<Nanoseconds> latest(graph.spans());
    for (std::uint32_t span = 0; span < graph.spans(); ++span)
        latest[span] = graph.at(span).end;
    const auto latestStart = [&](std::uint32_t span) {
        const SpanGraph::Unit unit = graph.unitOf(span);
        return latest[unit.first] - (graph.end(unit) - graph.start(unit));
    };
    // From the end of the step backwards: what waits for a unit comes before it.
    const std::vector<std::uint32_t> order = graph.unitsInOrder();
    for (auto first = order.rbegin(); first != order.rend(); ++first) {
        const SpanGraph::Unit unit = graph.unitOf(*first);
        const std::uint32_t after = unit.first + unit.count;
        const std::size_t rank = graph.rankOf(unit.first);
        Nanoseconds end
            = after < graph.rankEnd(rank) ? latestStart(after) : endOfRank(timeline, rank);
        for (std::uint32_t span = unit.first; span < after; ++span)
            if (const auto consumer = graph.consumerOf(span); consumer.span != SpanGraph::kNone)
                end = std::min(end, latestStart(consumer.span) - consumer.transfer);
        if (pinned && pinned(unit.first))
            end = graph.end(unit);
        std::fill_n(latest.begin() + unit.first, unit.count, end);
    }
    return latest;
}

} // namespace plan
