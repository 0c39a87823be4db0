// How far the clocks of a step's ranks are apart, as the ops themselves show it: none can
// begin before its input was made. See traced_step.h for what is taken for granted.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <cstddef>
#include <vector>

namespace measured {

using plan::Nanoseconds;

// [rank] what to add to the times of each rank; none makes a time negative. Only ranks next
// to each other are compared.
//
// Precondition: the timeline has every op of the schedule; its times are >= 0.
std::vector<Nanoseconds> clockMoves(const plan::Schedule& schedule, const plan::Timeline& timeline);

// Ops that begin before another rank has made their input.
struct EarlyOps {
    std::size_t count = 0;
    Nanoseconds most{};
};

// Precondition: likewise.
EarlyOps earlyOps(const plan::Schedule& schedule, const plan::Timeline& timeline);

} // namespace measured
