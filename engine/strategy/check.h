// Whether the fields of a strategy fit each other and their ranges.

#pragma once

#include "engine/strategy/problem.h"
#include "engine/strategy/strategy.h"

#include <set>
#include <string>

namespace strategy {

// Every problem and warning, in the order of the file's sections, with line 0. A
// strategy without problems can be scheduled, simulated and launched, but for two cases
// that are left to scheduleOf() and simulate() so that this answers at once: an
// interleaved group that deadlocks in a shape over 2^17 cells, and a custom schedule whose
// file has more than 1 MiB.
//
// `unreadable`: keys whose values are known to be wrong already; nothing is said
// about them, nor about what follows from them.
Findings check(const Strategy& strategy, const std::set<std::string>& unreadable = {});

} // namespace strategy
