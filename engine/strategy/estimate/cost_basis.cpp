#include "engine/strategy/estimate/cost_basis.h"

#include "engine/strategy/estimate/schedule_of.h"

namespace strategy {
namespace {

struct Division {
    plan::Shape shape;
    plan::Placement placement; // only where hops are given, or the order is by hand
};

plan::Result<Division> divisionOf(const Strategy& strategy, bool hasHops)
{
    Division division{shapeOf(strategy), {}};
    if (plan::isMadeForCosts(strategy.schedule.name)) { // before its order is searched for
        if (const auto legal = plan::checkShape(division.shape); !legal)
            return legal.error();
        division.placement = plan::loopedPlacement(division.shape);
    } else if (hasHops || strategy.schedule.name == kCustomSchedule) {
        auto schedule = scheduleOf(strategy);
        if (!schedule)
            return schedule.error();
        division = {schedule->shape, std::move(schedule->placement)};
    }
    return division;
}

} // namespace

plan::Outcome keepShares(const Strategy& before, Strategy& after)
{
    if (!before.costs)
        return plan::done();
    const bool hasHops = !before.costs->hops.empty();
    const auto from = divisionOf(before, hasHops);
    const auto to = divisionOf(after, hasHops);
    if (!from || !to)
        return (from ? to : from).error();
    if (from->shape.ranks != to->shape.ranks)
        return plan::Error{"costs: are given for " + std::to_string(from->shape.ranks)
                           + " ranks, and are no other number's"};
    auto costs = plan::costsOfStages(
        plan::costsOfShares(*before.costs, from->shape, from->placement), to->shape, to->placement);
    if (!costs)
        return costs.error();
    // What they are divided into already stays as it was written.
    const bool same = from->shape.stages() == to->shape.stages()
        && (!hasHops || from->placement == to->placement);
    after.costs = same ? *before.costs : *std::move(costs);
    return plan::done();
}

plan::Outcome takeCostsOf(Strategy& strategy, plan::CostBasis basis)
{
    if (!strategy.costs || basis == plan::CostBasis::Stage)
        return plan::done();
    const auto division = divisionOf(strategy, false);
    if (!division)
        return division.error();
    const plan::Shape& shape = division->shape;
    // With one stage per rank the two bases are the same, and the numbers stay as they were
    // written.
    if (shape.stages() == shape.ranks)
        return plan::done();
    if (strategy.costs->stages.size() > 1 || !strategy.costs->hops.empty())
        return plan::Error{"costs: are a list of " + std::to_string(shape.stages()) + " stages on "
                           + std::to_string(shape.ranks)
                           + " ranks, so they cannot be a rank's share each; give one number per "
                             "part, or leave --costs-of rank away"};
    auto costs = plan::costsOfStages(*strategy.costs, shape, division->placement);
    if (!costs)
        return costs.error();
    strategy.costs = *std::move(costs);
    return plan::done();
}

} // namespace strategy
