// Whether a schedule's lists fit together and hold every op once, in its place.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/validate/complaints.h"

namespace plan {

// The sizes of the lists, the ranks named by the placement, the phases: what everything
// else relies on.
void checkLists(const Schedule& schedule, Complaints& wrong);

// Every op within the shape, on its rank, once, after what it needs of its own stage
// and microbatch: else `wrong`. Every (stage, microbatch) with a forward and a backward,
// whole or in two parts: else `missing`. Linear in the ops.
//
// Precondition: checkLists() found nothing.
void checkOps(const Schedule& schedule, Complaints& wrong, Complaints& missing);

// Every fused pair a forward and a backward of different microbatches.
//
// Precondition: as of checkOps().
void checkPairs(const Schedule& schedule, Complaints& wrong);

} // namespace plan
