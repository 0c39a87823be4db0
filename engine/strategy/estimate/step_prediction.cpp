#include "engine/strategy/estimate/step_prediction.h"

#include "engine/plan/cost/step_costs.h"
#include "engine/plan/node_hops.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/cost_job.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/layer_split.h"
#include "engine/strategy/node_placement.h"

namespace strategy {

std::string_view wordOf(CostOrigin::Kind kind)
{
    switch (kind) {
    case CostOrigin::Kind::Given:
        return "given";
    case CostOrigin::Kind::Fitted:
        return "fitted";
    case CostOrigin::Kind::Model:
        return "model";
    case CostOrigin::Kind::Unit:
        break;
    }
    return "unit";
}

std::string toText(const CostOrigin& origin)
{
    switch (origin.kind) {
    case CostOrigin::Kind::Given:
        return "the costs given";
    case CostOrigin::Kind::Fitted:
        return "costs fitted to run " + origin.name;
    case CostOrigin::Kind::Model:
        return origin.name.empty() ? "the cost model without a profile"
                                   : "the cost model with profile " + origin.name;
    case CostOrigin::Kind::Unit:
        break;
    }
    return "unit costs";
}

CostOrigin costOriginOf(const Strategy& strategy)
{
    using Kind = CostOrigin::Kind;
    // In this order: what somebody gave or measured is nearer to the truth than a model, and a
    // model nearer than units.
    if (strategy.costs)
        return strategy.costsFittedTo.empty() ? CostOrigin{Kind::Given}
                                              : CostOrigin{Kind::Fitted, strategy.costsFittedTo};
    if (!strategy.model)
        return {Kind::Unit};
    const Profile* profile = profileOf(strategy.cluster);
    return {Kind::Model, profile ? profile->name : std::string()};
}

plan::Result<PredictedCosts> predictedCosts(const Strategy& strategy,
                                            const plan::Schedule& schedule)
{
    CostOrigin origin = costOriginOf(strategy);
    if (origin.kind != CostOrigin::Kind::Model)
        return PredictedCosts{plan::onNodes(costsOf(strategy), schedule.placement,
                                            linkDomains(strategy, schedule.shape.ranks)),
                              std::move(origin)};
    const auto split = layerSplitOf(strategy, schedule);
    if (!split)
        return split.error();
    plan::Job job = jobOf(strategy);
    job.microbatches = schedule.shape.microbatches;
    return PredictedCosts{plan::stepCosts(job, schedule, *split), std::move(origin)};
}

plan::Costs costsToOrderFor(const Strategy& strategy)
{
    // The costs depend on where the stages stand, and not on the order of the ops.
    plan::Schedule unordered;
    unordered.shape = shapeOf(strategy);
    if (!plan::checkShape(unordered.shape))
        return costsOf(strategy);
    // Schedules with another placement get costs of this one to be ordered for; their own are
    // predicted once the order is there.
    unordered.placement = plan::loopedPlacement(unordered.shape);
    auto predicted = predictedCosts(strategy, unordered);
    return predicted ? std::move(predicted->costs) : costsOf(strategy);
}

plan::Result<StepPrediction> predictStep(const Strategy& strategy, const plan::StopAsked& stop)
{
    auto schedule = scheduleOf(strategy, stop);
    if (!schedule)
        return schedule.error();
    return predictStep(strategy, *std::move(schedule));
}

plan::Result<StepPrediction> predictStep(const Strategy& strategy, plan::Schedule schedule)
{
    auto predicted = predictedCosts(strategy, schedule);
    if (!predicted)
        return predicted.error();
    auto timeline = plan::simulate(schedule, predicted->costs);
    if (!timeline)
        return timeline.error();
    return StepPrediction{std::move(schedule), std::move(predicted->costs),
                          std::move(predicted->origin), *std::move(timeline)};
}

} // namespace strategy
