// The costs given, or their absence.

#include "engine/strategy/checking.h"
#include "engine/strategy/fields.h"

#include <algorithm>

namespace strategy {
namespace {

using plan::Nanoseconds;

constexpr double kMaxTotalNs = 4e18; // of a whole step run one op after the other: 63 bits

bool isCost(Nanoseconds time) { return time >= Nanoseconds{0} && time <= kMaxCost; }

bool isCost(const plan::StageCosts& stage)
{
    return isCost(stage.forward) && isCost(stage.inputGrad) && isCost(stage.weightGrad);
}

Nanoseconds total(const plan::StageCosts& stage)
{
    return stage.forward + stage.inputGrad + stage.weightGrad;
}

// Upper bound of the makespan in ns: nothing overlaps, every hop is waited for.
double longestStep(const plan::Costs& costs, const plan::Shape& shape)
{
    double stages = 0;
    for (const plan::StageCosts& stage : costs.stages)
        stages += static_cast<double>(total(stage).count());
    const double count = double(shape.ranks) * shape.chunks;
    if (costs.stages.size() == 1)
        stages *= count;
    return shape.microbatches * (stages + 2 * count * static_cast<double>(costs.transfer.count()));
}

} // namespace

void checkCosts(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    if (!checking.areSound({"costs"}))
        return;
    if (!strategy.costs)
        return checking.warning("costs",
                                "are not given: every op part takes 1 us and transfers "
                                "are free, so times are only comparable");
    const plan::Costs& costs = *strategy.costs;
    constexpr const char* kLimits = "must lie between 0 and 1000000000000 us";
    if (!std::all_of(costs.stages.begin(), costs.stages.end(),
                     [](const plan::StageCosts& stage) { return isCost(stage); }))
        return checking.problem("costs", std::string(kLimits) + ", of every stage");
    if (!isCost(costs.transfer))
        return checking.problem("costs.transfer", kLimits);
    if (costs.stages.empty() || costs.stages.size() > kMaxListEntries)
        return checking.problem("costs",
                                "must give one to " + number(kMaxListEntries) + " numbers a part");
    if (std::all_of(costs.stages.begin(), costs.stages.end(),
                    [](const plan::StageCosts& stage) { return total(stage) == Nanoseconds{0}; }))
        return checking.problem("costs",
                                "are all 0, so a step has no length; give one part a time");

    if (!checking.areSound({"parallel.pipeline", "parallel.chunks"}))
        return;
    const long long stages
        = static_cast<long long>(strategy.parallel.pipeline) * strategy.parallel.chunks;
    if (costs.stages.size() > 1 && static_cast<long long>(costs.stages.size()) != stages)
        return checking.problem("costs",
                                "are given for "
                                    + number(static_cast<long long>(costs.stages.size()))
                                    + " stages, and there are " + number(stages)
                                    + " (parallel.pipeline x parallel.chunks)");
    if (longestStep(costs, shapeOf(strategy)) > kMaxTotalNs)
        checking.problem("costs", "add up to more than 126 years a step; give smaller ones");
}

} // namespace strategy
