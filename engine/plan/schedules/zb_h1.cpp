#include "engine/plan/schedules/conditions.h"
#include "engine/plan/schedules/deferred_weights.h"
#include "engine/plan/schedules/entries.h"

#include <algorithm>

namespace plan {
namespace {

// The memory of 1F1B's first rank, p, on every rank: what later ranks do not need to
// fill the pipeline holds deferred weight gradients.
Deferral deferralOf(const Shape& shape, int rank)
{
    return {.warmUp = shape.ranks - rank, .deferred = rank};
}

Outcome check(const Shape& shape, const ScheduleOptions& options)
{
    if (const auto one = requireChunks("zb-h1", shape, 1); !one)
        return one;
    return refuseGroup("zb-h1", options);
}

Result<Schedule> generate(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    Schedule schedule{shape, loopedPlacement(shape), {}, {}};
    for (int rank = 0; rank < shape.ranks; ++rank) {
        schedule.order.push_back(deferredOrder(shape, rank, deferralOf(shape, rank)));
        schedule.phases.push_back(phasesOf(schedule.order.back()));
    }
    return schedule;
}

std::optional<Nanoseconds> closedForm(const Shape& shape, const ScheduleOptions&,
                                      const StageCosts& stage)
{
    return deferredMakespan(shape, stage);
}

std::optional<int> peak(const Shape& shape, const ScheduleOptions&, int)
{
    return std::min(shape.ranks, shape.microbatches);
}

} // namespace

const CatalogEntry kZbH1{
    .name = "zb-h1",
    .title = "ZB-H1 (zero bubble, the memory of 1F1B)",
    .conditions = "chunks = 1; any ranks and microbatches",
    .makespan = "F = I = W: max(3m+p-1, 2m+2p-1) F",
    .memory = "min(p, m)",
    .source = "arXiv 2401.10241",
    .check = check,
    .generate = generate,
    .closedForm = closedForm,
    .peak = peak};

} // namespace plan
