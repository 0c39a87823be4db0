#include "engine/strategy/schedule_fit.h"

#include "engine/plan/catalog.h"

namespace strategy {
namespace {

bool fits(const Strategy& strategy)
{
    return bool(plan::checkConditions(strategy.schedule.name, shapeOf(strategy),
                                      strategy.schedule.options));
}

} // namespace

bool takesGroup(const std::string& schedule)
{
    const plan::CatalogEntry* entry = plan::findSchedule(schedule);
    return entry != nullptr && entry->takesGroup;
}

bool takesMaxInFlight(const std::string& schedule)
{
    const plan::CatalogEntry* entry = plan::findSchedule(schedule);
    // An order by hand is held to the limit.
    return schedule == kCustomSchedule || (entry != nullptr && entry->takesMaxInFlight);
}

Strategy withSchedule(Strategy strategy, const std::string& schedule)
{
    strategy.schedule.name = schedule;
    // An option that the schedule does not take would make it refuse the strategy.
    if (!takesGroup(schedule))
        strategy.schedule.options.group.reset();
    if (!takesMaxInFlight(schedule))
        strategy.schedule.options.maxInFlight.reset();
    // A schedule by hand keeps its order or its file, and its chunks.
    if (!plan::findSchedule(schedule))
        return strategy;
    strategy.schedule.file.clear();
    strategy.schedule.order = {};
    // The chunks of the schedule before may not suit this one; 0 lets it choose.
    if (!fits(strategy))
        strategy.parallel.chunks = 0;
    if (takesGroup(schedule) && strategy.parallel.chunks < 2)
        strategy.parallel.chunks = 2; // written down, though it is what both take without
    return strategy;
}

std::string whyNot(const Strategy& strategy, const std::string& schedule)
{
    const Strategy chosen = withSchedule(strategy, schedule);
    const auto holds = plan::checkConditions(schedule, shapeOf(chosen), chosen.schedule.options);
    return holds ? std::string() : holds.error().message;
}

} // namespace strategy
