#include "engine/plan/node_hops.h"

#include <algorithm>

namespace plan {
namespace {

std::vector<Nanoseconds> hopsOf(const Costs& costs, const Placement& placement,
                                const std::vector<int>& nodes, int direction)
{
    std::vector<Nanoseconds> hops;
    for (const bool isBetween : hopsBetweenNodes(placement, nodes, direction))
        hops.push_back(isBetween ? *costs.transferBetweenNodes : costs.hop(0));
    return hops;
}

} // namespace

std::vector<bool> hopsBetweenNodes(const Placement& placement, const std::vector<int>& nodes,
                                   int direction)
{
    const std::vector<int>& rankOf = placement.ranksOf(direction);
    std::vector<bool> between;
    for (std::size_t stage = 0; stage + 1 < rankOf.size(); ++stage)
        between.push_back(!nodes.empty()
                          && nodes[static_cast<std::size_t>(rankOf[stage])]
                              != nodes[static_cast<std::size_t>(rankOf[stage + 1])]);
    return between;
}

HopCount countHops(const Placement& placement, const std::vector<int>& nodes)
{
    HopCount count;
    for (int direction = 0; direction < placement.directions(); ++direction) {
        const std::vector<int>& rankOf = placement.ranksOf(direction);
        const auto between = hopsBetweenNodes(placement, nodes, direction);
        for (std::size_t stage = 0; stage < between.size(); ++stage)
            count.hops += rankOf[stage] != rankOf[stage + 1] ? 1 : 0;
        count.betweenNodes += static_cast<int>(std::count(between.begin(), between.end(), true));
    }
    return count;
}

Costs onNodes(Costs costs, const Placement& placement, std::vector<int> nodes)
{
    if (costs.transferBetweenNodes && costs.hops.empty()
        && countHops(placement, nodes).betweenNodes > 0) {
        std::vector<Nanoseconds> hops = hopsOf(costs, placement, nodes, 0);
        if (placement.bidirectional())
            costs.mirrorHops = hopsOf(costs, placement, nodes, 1);
        if (costs.mirrorHops == hops)
            costs.mirrorHops.clear();
        costs.hops = std::move(hops);
        costs.transfer = Nanoseconds{0};
        costs.link.reset();
    }
    costs.transferBetweenNodes.reset();
    costs.nodes = std::move(nodes);
    return costs;
}

} // namespace plan
