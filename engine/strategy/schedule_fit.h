// What choosing another schedule of the catalogue does to a strategy.

#pragma once

#include "engine/strategy/strategy.h"

#include <string>

namespace strategy {

// What the catalogue says of it; false of a name that is not there.
bool takesGroup(const std::string& schedule);
bool takesMaxInFlight(const std::string& schedule);

// The strategy under that schedule. Chunks that it cannot have become its own; a virtual
// pipeline gets two where there was one, for with one it is 1F1B; options of others are
// dropped.
Strategy withSchedule(Strategy strategy, const std::string& schedule);

// Why there is no such schedule for the strategy's ranks and microbatches, whatever the
// chunks; empty if there is.
std::string whyNot(const Strategy& strategy, const std::string& schedule);

} // namespace strategy
