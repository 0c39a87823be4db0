#include "engine/plan/schedules/deferred_weights.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

// The memory of 1F1B's first rank, p, on every rank: what later ranks do not need to
// fill the pipeline holds deferred weight gradients.
Deferral deferralOfZbH1(const Shape& shape, int rank)
{
    return {.warmUp = shape.ranks - rank, .deferred = rank};
}

Result<Schedule> generateZbH1(const ScheduleRequest& request)
{
    return deferredSchedule(request.shape, deferralOfZbH1);
}

std::optional<int> peakOfZbH1(const Shape& shape, const ScheduleOptions&, int)
{
    return std::min(shape.ranks, shape.microbatches);
}

double fastZbH1(const StepParts& parts) { return deferredSeconds(parts, 1); }

constexpr ForeignName kZbH1Elsewhere[] = {{Framework::PaddleTrainer, "ZBH1"}};

} // namespace

const CatalogEntry kZbH1{
    .name = "zb-h1",
    .title = PLAN_TRANSLATABLE("Catalog", "ZB-H1 (zero bubble, the memory of 1F1B)"),
    .conditions = PLAN_TRANSLATABLE("Catalog", "chunks = 1; any ranks and microbatches"),
    .makespan = "F = I = W: max(3m+p-1, 2m+2p-1) F",
    .memory = "min(p, m)",
    .source = "arXiv 2401.10241",
    .splitsBackwards = true,
    .generate = generateZbH1,
    .closedForm = deferredMakespan,
    .peak = peakOfZbH1,
    .fastSeconds = fastZbH1,
    .elsewhere = kZbH1Elsewhere,
    .searchTurn = 4,
    .adviceTurn = 3,
    .compareTurn = 4};

} // namespace plan
