#include "engine/strategy/estimate/schedule_of.h"

#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/estimate/step_prediction.h"

namespace strategy {

plan::Result<plan::Schedule> scheduleOf(const Strategy& strategy, const plan::StopAsked& stop)
{
    if (strategy.schedule.name == kCustomSchedule)
        return customSchedule(strategy);
    const bool searched = plan::isMadeForCosts(strategy.schedule.name);
    return plan::makeSchedule(strategy.schedule.name, shapeOf(strategy), strategy.schedule.options,
                              searched ? costsToOrderFor(strategy) : costsOf(strategy), stop);
}

Strategy swappedTo(Strategy strategy, const std::string& schedule)
{
    if (schedule.empty())
        return strategy;
    // The number of chunks may have been the old schedule's default; written down, it stays.
    strategy.parallel.chunks = shapeOf(strategy).chunks;
    strategy.schedule = {};
    strategy.schedule.name = schedule;
    return strategy;
}

} // namespace strategy
