// Sets the clocks of a pipeline's ranks against rank 0's.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/clock_sync.h"
#include "engine/runtime/waiting.h"

#include <mpi.h>

namespace engine {

// All ranks of `comm` call this. Ranks with rank 0's boot id share its clock; the
// others exchange messages with rank 0, one after the other while the rest sleep.
// `measureAnyway` exchanges messages with every rank and reports what they say.
// Each wait ends after `patience`.
plan::Result<RankClock> setClock(MPI_Comm comm, Waiting& waiting, Nanoseconds patience,
                                 bool measureAnyway = false);

} // namespace engine
