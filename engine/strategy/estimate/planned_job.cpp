#include "engine/strategy/estimate/planned_job.h"

#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/layer_split.h"

namespace strategy {

plan::Result<PlannedJob> planJob(const Strategy& strategy, const plan::StopAsked& stop)
{
    auto schedule = scheduleOf(strategy, stop);
    if (!schedule)
        return schedule.error();
    return planJob(strategy, *std::move(schedule));
}

plan::Result<PlannedJob> planJob(const Strategy& strategy, plan::Schedule schedule)
{
    auto split = layerSplitOf(strategy, schedule);
    if (!split)
        return split.error();
    PlannedJob planned{jobOf(strategy), std::move(schedule), *std::move(split)};
    // A schedule by hand has its own number of them.
    planned.job.microbatches = planned.schedule.shape.microbatches;
    return planned;
}

std::vector<plan::RankMemory> memoryOf(const PlannedJob& planned)
{
    return plan::stepMemory(planned.job, planned.schedule, planned.split);
}

} // namespace strategy
