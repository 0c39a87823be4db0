#include "engine/plan/schedules/deferred_weights.h"

#include "engine/plan/costs.h"
#include "engine/plan/placement.h"
#include "engine/plan/step_parts.h"

#include <algorithm>

namespace plan {
namespace {

std::vector<Op> orderOf(const Shape& shape, int rank, const Deferral& deferral)
{
    const int microbatches = shape.microbatches;
    std::vector<Op> ops;
    ops.reserve(3 * static_cast<std::size_t>(microbatches));
    int forwards = 0;
    int inputGrads = 0;
    int weightGrads = 0;

    // Warm-up: fill the pipeline behind us.
    while (forwards < std::min(deferral.warmUp, microbatches))
        ops.push_back(forward(rank, forwards++));

    // The ranks before us wait for these gradients; our weights do not.
    for (int i = 0; i < deferral.deferred && forwards < microbatches; ++i) {
        ops.push_back({rank, OpKind::InputGrad, inputGrads++});
        ops.push_back(forward(rank, forwards++));
    }

    // Steady: every weight gradient frees what the next forward will hold.
    while (forwards < microbatches) {
        ops.push_back({rank, OpKind::InputGrad, inputGrads++});
        ops.push_back({rank, OpKind::WeightGrad, weightGrads++});
        ops.push_back(forward(rank, forwards++));
    }

    // Cool-down: the deferred weight gradients fill the drain.
    while (inputGrads < microbatches) {
        ops.push_back({rank, OpKind::InputGrad, inputGrads++});
        ops.push_back({rank, OpKind::WeightGrad, weightGrads++});
    }
    while (weightGrads < microbatches)
        ops.push_back({rank, OpKind::WeightGrad, weightGrads++});
    return ops;
}

} // namespace

Schedule deferredSchedule(const Shape& shape, Deferral (*deferralOf)(const Shape&, int rank))
{
    Schedule schedule{shape, loopedPlacement(shape), {}, {}};
    for (int rank = 0; rank < shape.ranks; ++rank) {
        schedule.order.push_back(orderOf(shape, rank, deferralOf(shape, rank)));
        schedule.phases.push_back(phasesOf(schedule.order.back()));
    }
    return schedule;
}

std::optional<Nanoseconds> deferredMakespan(const Shape& shape, const ScheduleOptions&,
                                            const StageCosts& stage)
{
    const long long p = shape.ranks;
    const long long m = shape.microbatches;
    if (p == 1)
        return m * (stage.forward + stage.of(OpKind::InputGrad) + stage.of(OpKind::WeightGrad));
    if (!stage.inEqualParts())
        return std::nullopt;
    return std::max(3 * m + p - 1, 2 * m + 2 * p - 1) * stage.forward;
}

double deferredSeconds(const StepParts& parts, double deferred)
{
    double bubble = 0;
    for (std::size_t stage = 0; stage + 1 < parts.forward.size(); ++stage)
        bubble += std::max(0.0,
                           parts.forward[stage] + parts.input[stage] + 2 * parts.hops[stage]
                               - deferred * parts.weight[stage]);
    return std::max(parts.microbatches() * parts.slowest + bubble, parts.leastOfSplit());
}

} // namespace plan
