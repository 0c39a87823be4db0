#include "engine/plan/cost/fast_step.h"

#include "engine/plan/step_parts.h"

#include <algorithm>

namespace plan {

double fastSeconds(std::string_view schedule, const Shape& shape, const ScheduleOptions& options,
                   const Placement& placement, const Costs& costs)
{
    const CatalogEntry* entry = findSchedule(schedule);
    const StepParts parts
        = stepParts(shape, options, placement, costs, entry != nullptr && entry->splitsBackwards);
    const double body = entry != nullptr && entry->fastSeconds != nullptr
        ? entry->fastSeconds(parts)
        : std::max(parts.filledOnce(), parts.leastOfWhole());
    const Nanoseconds tail = costs.gradientReduction + costs.optimizer;
    return body + 1e-9 * static_cast<double>(tail.count());
}

} // namespace plan
