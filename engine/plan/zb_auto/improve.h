// Makes a good order better, move by move.

#pragma once

#include "engine/plan/zb_auto/run.h"

namespace plan::zb_auto {

// Moves ops along their rank's order where that may shorten the longest chain of ops: a
// neighbour pair of the chain is swapped, a weight gradient on it is put into a gap. Moves
// that make the step a little worse are taken too (late acceptance: no worse than the
// order some moves ago), so that a way over several moves is found. Offers what is better,
// until the run is over or nothing has become better for long.
//
// Precondition: `start` is legal for the problem, split, and within the caps.
void improve(Run& run, const Problem& problem, Orders start);

} // namespace plan::zb_auto
