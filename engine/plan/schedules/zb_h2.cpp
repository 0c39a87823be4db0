#include "engine/plan/schedules/deferred_weights.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

// Twice the warm-up of 1F1B: forwards fill the way back of the first gradient too, so
// that from its first op to its last no rank waits.
Deferral deferralOfZbH2(const Shape& shape, int rank)
{
    return {.warmUp = 2 * (shape.ranks - rank) - 1, .deferred = 2 * rank};
}

Result<Schedule> generateZbH2(const ScheduleRequest& request)
{
    return deferredSchedule(request.shape, deferralOfZbH2);
}

std::optional<int> peakOfZbH2(const Shape& shape, const ScheduleOptions&, int)
{
    return std::min(2 * shape.ranks - 1, shape.microbatches);
}

double fastZbH2(const StepParts& parts) { return deferredSeconds(parts, 2); }

} // namespace

const CatalogEntry kZbH2{
    .name = "zb-h2",
    .title = PLAN_TRANSLATABLE("Catalog", "ZB-H2 (zero bubble, twice the memory)"),
    .conditions = PLAN_TRANSLATABLE(
        "Catalog",
        "chunks = 1; any ranks and microbatches; no bubble within a rank from m >= 2p-1"),
    .makespan = PLAN_TRANSLATABLE(
        "Catalog", "F = I = W: max(3m+p-1, 2m+2p-1) F; longest span 3m F for m >= 2p-1"),
    .memory = "min(2p-1, m)",
    .source = "arXiv 2401.10241",
    .splitsBackwards = true,
    .generate = generateZbH2,
    .closedForm = deferredMakespan,
    .peak = peakOfZbH2,
    .fastSeconds = fastZbH2};

} // namespace plan
