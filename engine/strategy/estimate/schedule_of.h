// The order in which a strategy's ranks run their ops.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"
#include "engine/strategy/strategy.h"

#include <string>

namespace strategy {

// The schedule of the strategy, or why there is none. Reads the file of a custom one. zb-auto
// makes its order for the costs given, or else for those of the cost model where there is a
// model: the same order whether it is drawn, estimated or run. `stop`: as of makeSchedule().
//
// Precondition: check() accepts the strategy.
plan::Result<plan::Schedule> scheduleOf(const Strategy& strategy, const plan::StopAsked& stop = {});

// The strategy of a run that went over to that schedule: with the schedule's defaults, cut as
// before. An empty name changes nothing.
Strategy swappedTo(Strategy strategy, const std::string& schedule);

} // namespace strategy
