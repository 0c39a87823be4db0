#include "engine/cli/fitted_costs.h"

#include "engine/cli/arguments.h"
#include "engine/plan/cost_basis.h"
#include "engine/plan/counted.h"
#include "engine/plan/node_hops.h"
#include "engine/strategy/check.h"
#include "engine/strategy/node_placement.h"

#include <fmt/format.h>

namespace cli {
namespace {

// As a strategy states them: hops one by one, or by node.
plan::Costs costsOf(const Fitted& fitted, bool byNode)
{
    plan::Costs costs = plan::asGiven(fitted.found.costs, fitted.schedule);
    if (byNode) {
        costs.hops.clear();
        costs.transfer = fitted.found.byHost->within;
        costs.transferBetweenNodes = fitted.found.byHost->between;
    }
    // Back to what the run stood for: a second of it stands for so many of the strategy's.
    return fitted.timeScale == 1 ? costs : costs.dividedBy(1 / double{fitted.timeScale});
}

// Whether the strategy's nodes part the hops as the run's hosts did.
bool partsAsTheRun(const Fitted& fitted, const strategy::Strategy& planned)
{
    const plan::Placement& placement = fitted.schedule.placement;
    const auto nodes = strategy::linkDomains(planned, fitted.schedule.shape.ranks);
    for (int direction = 0; direction < placement.directions(); ++direction)
        if (plan::hopsBetweenNodes(placement, nodes, direction)
            != plan::hopsBetweenNodes(placement, fitted.found.costs.nodes, direction))
            return false;
    return true;
}

// Whether it takes as many devices a node as the run had ranks a host to part the hops as the run;
// then it has them. Only of a run of all its devices: elsewhere a rank stands for several.
bool takesNodesOfTheRun(const Fitted& fitted, strategy::Strategy& planned)
{
    const auto hosts = fitted.hosts.hosts();
    if (hosts.empty() || fitted.world != strategy::deviceCount(planned))
        return false;
    strategy::Strategy changed = planned;
    changed.cluster.devicesPerNode = static_cast<int>(hosts.front().ranks.size());
    if (!partsAsTheRun(fitted, changed) || !strategy::check(changed).problems.empty())
        return false;
    complain(fmt::format("the run had {} a host: so many are cluster.devices_per_node now, not {}",
                         plan::counted(changed.cluster.devicesPerNode, "rank"),
                         planned.cluster.devicesPerNode));
    planned = std::move(changed);
    return true;
}

} // namespace

void giveCosts(const Fitted& fitted, strategy::Strategy& planned)
{
    const bool byNode = fitted.found.byHost
        && (partsAsTheRun(fitted, planned) || takesNodesOfTheRun(fitted, planned));
    if (fitted.found.byHost && !byNode)
        complain("the run's hosts part its ranks otherwise than the strategy's nodes: hops are "
                 "written one by one, and hold for these hosts");
    planned.costs = costsOf(fitted, byNode);
}

} // namespace cli
