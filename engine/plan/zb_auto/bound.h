// What no order can beat.

#pragma once

#include "engine/plan/zb_auto/problem.h"

namespace plan::zb_auto {

// Lower bounds, over every order of that placement that keeps the caps.
//
// A rank's own work must fit between the earliest its first op can start and what must
// still happen after its last. On top of that it must idle while nothing it may run is
// there: before the first gradient comes back it has only as many forwards as may be in
// flight, and after its last forward only the gradients of what then is. Where memory is
// small, a chain of microbatches, each taking the place of the one before it, may last
// longer than the work.
struct Bounds {
    Ticks makespan = 0;
    Ticks span = 0;
};

Bounds lowerBounds(const Problem& problem);

} // namespace plan::zb_auto
