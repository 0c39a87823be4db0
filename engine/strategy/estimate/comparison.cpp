#include "engine/strategy/estimate/comparison.h"

#include "engine/strategy/check.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/schedule_fit.h"

#include <utility>

namespace strategy {
namespace {

bool isOwn(const Strategy& strategy, const plan::ComparedSchedule& compared)
{
    return compared.name == strategy.schedule.name
        && (compared.name == kCustomSchedule
            || ((compared.options == plan::ScheduleOptions{}
                 || compared.options == strategy.schedule.options)
                && compared.chunks.value_or(shapeOf(strategy).chunks) == shapeOf(strategy).chunks));
}

plan::Shape shapeUnder(const Strategy& strategy, const plan::ComparedSchedule& compared)
{
    return plan::shapeOf(compared.name, strategy.parallel.pipeline, compared.chunks,
                         microbatches(strategy));
}

// The batch of a custom schedule is what its file runs, which the fields may leave open.
plan::Outcome leaveCustom(const Strategy& strategy, Strategy& changed)
{
    if (strategy.schedule.name != kCustomSchedule)
        return plan::done();
    const auto own = customSchedule(strategy);
    if (!own)
        return own.error();
    changed.parallel.pipeline = own->shape.ranks;
    changed.batch.global = own->shape.microbatches * strategy.batch.micro * dataParallel(strategy);
    return plan::done();
}

// An order that is searched for was given the hops of a ring; once it is found, they are those of
// the placement that it has.
plan::Outcome followPlacement(const plan::Schedule& schedule, Strategy& changed)
{
    if (!plan::isMadeForCosts(changed.schedule.name) || !changed.costs
        || changed.costs->hops.empty())
        return plan::done();
    const plan::Placement ring = plan::loopedPlacement(schedule.shape);
    auto costs = plan::costsOfStages(plan::costsOfShares(*changed.costs, schedule.shape, ring),
                                     schedule.shape, schedule.placement);
    if (!costs)
        return costs.error();
    changed.costs = *std::move(costs);
    return plan::done();
}

} // namespace

plan::Result<Strategy> underSchedule(const Strategy& strategy,
                                     const plan::ComparedSchedule& compared, plan::CostBasis basis)
{
    if (isOwn(strategy, compared))
        return strategy;
    Strategy changed = withSchedule(strategy, compared.name);
    if (const auto left = leaveCustom(strategy, changed); !left)
        return left.error();
    changed.schedule.options = compared.options;
    changed.parallel.chunks = compared.chunks.value_or(0);
    const plan::Shape shape = shapeOf(changed);
    if (const auto fits = plan::checkConditions(compared.name, shape, compared.options); !fits)
        return fits.error();
    if (static_cast<long long>(changed.parallel.layersPerStage.size()) != stagesOf(changed))
        changed.parallel.layersPerStage.clear();
    if (!strategy.model && !strategy.costs)
        changed.costs = plan::Costs::unit();
    if (basis == plan::CostBasis::Rank && changed.costs) {
        Strategy given = strategy;
        given.costs = changed.costs;
        if (const auto kept = keepShares(given, changed); !kept)
            return kept.error();
    }
    if (const auto found = check(changed); !found.problems.empty())
        return plan::Error{found.problems.front().key + ": " + found.problems.front().sentence};
    return changed;
}

plan::Result<StepPrediction> runCompared(const Strategy& strategy,
                                         const plan::ComparedSchedule& compared,
                                         plan::CostBasis basis, const plan::StopAsked& stop)
{
    auto changed = underSchedule(strategy, compared, basis);
    if (!changed)
        return changed.error();
    auto schedule = scheduleOf(*changed, stop);
    if (!schedule)
        return schedule.error();
    if (basis == plan::CostBasis::Rank && !isOwn(strategy, compared))
        if (const auto followed = followPlacement(*schedule, *changed); !followed)
            return followed.error();
    return predictStep(*changed, *std::move(schedule));
}

plan::ComparisonRow rowWithout(const Strategy& strategy, const plan::ComparedSchedule& compared,
                               std::string whyNot)
{
    return {.name = compared.name,
            .shape = shapeUnder(strategy, compared),
            .whyNot = std::move(whyNot),
            .peakInFlight = {}};
}

std::vector<plan::ComparisonRow>
compareSchedules(const Strategy& strategy, const std::vector<plan::ComparedSchedule>& schedules,
                 plan::CostBasis basis)
{
    std::vector<plan::ComparisonRow> rows;
    for (const plan::ComparedSchedule& compared : schedules) {
        const auto run = runCompared(strategy, compared, basis);
        rows.push_back(run ? plan::rowOf(compared.name, run->schedule, run->timeline)
                           : rowWithout(strategy, compared, run.error().message));
    }
    return rows;
}

} // namespace strategy
