#include "engine/strategy/fitted_costs.h"

#include "engine/plan/cost_basis.h"
#include "engine/plan/counted.h"
#include "engine/plan/node_hops.h"
#include "engine/strategy/check.h"
#include "engine/strategy/node_placement.h"

#include <fmt/format.h>

namespace strategy {
namespace {

// As a strategy states them: hops one by one, or by node.
plan::Costs costsOf(const FittedCosts& fitted, const plan::Schedule& schedule, bool byNode)
{
    plan::Costs costs = plan::asGiven(fitted.costs, schedule);
    if (byNode) {
        costs.hops.clear();
        costs.transfer = fitted.byNode->within;
        costs.transferBetweenNodes = fitted.byNode->between;
    }
    // Back to what the run stood for: a second of it stands for so many of the strategy's.
    return fitted.timeScale == 1 ? costs : costs.dividedBy(1 / fitted.timeScale);
}

// Whether the strategy's nodes part the hops as the run's hosts did.
bool partsAsTheRun(const FittedCosts& fitted, const plan::Schedule& schedule,
                   const Strategy& planned)
{
    const plan::Placement& placement = schedule.placement;
    const auto nodes = linkDomains(planned, schedule.shape.ranks);
    for (int direction = 0; direction < placement.directions(); ++direction)
        if (plan::hopsBetweenNodes(placement, nodes, direction)
            != plan::hopsBetweenNodes(placement, fitted.costs.nodes, direction))
            return false;
    return true;
}

// Gives it as many devices a node as the run had ranks a host, where it then parts the hops as the
// run did. Only of a run of all its devices: elsewhere a rank stands for several.
bool takesNodesOfTheRun(const FittedCosts& fitted, const plan::Schedule& schedule,
                        Strategy& planned, std::vector<std::string>& remarks)
{
    if (fitted.ranksAHost == 0 || fitted.world != deviceCount(planned))
        return false;
    Strategy changed = planned;
    changed.cluster.devicesPerNode = fitted.ranksAHost;
    if (!partsAsTheRun(fitted, schedule, changed) || !check(changed).problems.empty())
        return false;
    remarks.push_back(
        fmt::format("the run had {} per host, so cluster.devices_per_node is now {}, not {}",
                    plan::counted(fitted.ranksAHost, "rank"), fitted.ranksAHost,
                    planned.cluster.devicesPerNode));
    planned = std::move(changed);
    return true;
}

} // namespace

std::vector<std::string> giveCosts(const FittedCosts& fitted, const plan::Schedule& schedule,
                                   Strategy& planned)
{
    std::vector<std::string> remarks;
    const bool byNode = fitted.byNode
        && (partsAsTheRun(fitted, schedule, planned)
            || takesNodesOfTheRun(fitted, schedule, planned, remarks));
    if (fitted.byNode && !byNode)
        remarks.emplace_back(
            "the run's hosts divide its ranks differently from the strategy's nodes: "
            "hops are written one by one, and hold for these hosts");
    planned.costs = costsOf(fitted, schedule, byNode);
    return remarks;
}

} // namespace strategy
