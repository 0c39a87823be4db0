// Whether the fields of a strategy fit each other and their ranges.

#pragma once

#include "engine/strategy/problem.h"
#include "engine/strategy/strategy.h"

#include <set>
#include <string>

namespace strategy {

// Every problem and warning, in the order of the file's sections, with line 0. A
// strategy without problems can be scheduled, simulated and launched. Answers at once
// whatever the numbers: nothing is generated for shapes over 2^17 cells, so that an
// interleaved group that deadlocks is found there only by plan::makeSchedule().
//
// `unreadable`: keys whose values are known to be wrong already; nothing is said
// about them, nor about what follows from them.
Findings check(const Strategy& strategy, const std::set<std::string>& unreadable = {});

} // namespace strategy
