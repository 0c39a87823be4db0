#include "engine/plan/schedules/entries.h"
#include "engine/plan/zb_auto/search.h"

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

} // namespace

const CatalogEntry kZbAuto{
    .name = kAutoName,
    .title = "ZB-Auto (searched for these costs and this memory)",
    .conditions = "any ranks, chunks and microbatches; in-flight pairs allowed >= chunks",
    .makespan
    = "found by search; at most that of any schedule of the same chunks within the same memory",
    .memory = "at most the in-flight pairs allowed",
    .source = "arXiv 2401.10241, section 3",
    .anyChunks = true,
    .takesMaxInFlight = true,
    .check = checkZbAuto,
    .generate = generateZbAuto,
    .peak = peakOfZbAuto};

} // namespace plan
