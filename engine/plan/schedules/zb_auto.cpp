#include "engine/plan/schedules/entries.h"
#include "engine/plan/step_parts.h"
#include "engine/plan/translatable.h"
#include "engine/plan/zb_auto/order_search.h"

#include <algorithm>

namespace plan {
namespace {

Outcome checkZbAuto(const Shape& shape, const ScheduleOptions& options)
{
    if (options.maxInFlight && *options.maxInFlight < shape.chunks)
        return Error{"'zb-auto' holds " + std::to_string(shape.chunks)
                     + " pairs of each microbatch at once, one for each chunk; raise the most "
                       "pairs in flight from "
                     + std::to_string(*options.maxInFlight) + " to at least that"};
    return done();
}

Result<Schedule> generateZbAuto(const ScheduleRequest& request)
{
    auto found = searchOrder(autoRequest(request.shape, request.costs, request.options.maxInFlight),
                             quickLimits(request.shape),
                             [&](const AutoProgress&) { return !request.stop || !request.stop(); });
    if (!found)
        return found.error();
    return std::move(found->schedule);
}

std::optional<int> peakOfZbAuto(const Shape& shape, const ScheduleOptions& options, int)
{
    const long long all = static_cast<long long>(shape.chunks) * shape.microbatches;
    return static_cast<int>(std::min<long long>(options.maxInFlight.value_or(all), all));
}

double fastZbAuto(const StepParts& parts)
{
    return std::max(parts.filledOnce(), parts.leastOfSplit());
}

} // namespace

const CatalogEntry kZbAuto{
    .name = "zb-auto",
    .title = PLAN_TRANSLATABLE("Catalog", "ZB-Auto (searched for these costs and this memory)"),
    .conditions = PLAN_TRANSLATABLE(
        "Catalog", "any ranks, chunks and microbatches; in-flight pairs allowed >= chunks"),
    .makespan = PLAN_TRANSLATABLE(
        "Catalog",
        "found by search; at most that of any schedule of the same chunks within the same memory"),
    .memory = PLAN_TRANSLATABLE("Catalog", "at most the in-flight pairs allowed"),
    .source = PLAN_TRANSLATABLE("Catalog", "arXiv 2401.10241, section 3"),
    .anyChunks = true,
    .takesMaxInFlight = true,
    .check = checkZbAuto,
    .generate = generateZbAuto,
    .peak = peakOfZbAuto,
    .fastSeconds = fastZbAuto,
    .madeForCosts = true};

} // namespace plan
