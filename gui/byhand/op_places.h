// Where an op may stand on its rank: between which of the others.
//
// Places are those of plan::MoveOp::to: indices into the rank's order with what is held, the op or
// the pair that begins at `from` and is `size` long, taken out.

#pragma once

#include "engine/plan/edit/edit.h"

#include <cstddef>

namespace gui {

// The place nearest to `to` in `targets` that lies in no fused pair of the others; of a pair that
// is in the way, the side away from `from`.
std::size_t nearestPlace(const plan::Schedule& schedule, int rank, std::size_t from,
                         std::size_t size, std::size_t to, const plan::MoveTargets& targets);

// The part of `targets` around `from` in which the rank never holds more than `cap` microbatches of
// its stages in flight, counted as plan::validate() does. Linear in the rank's ops.
//
// Precondition: it does not as it is.
plan::MoveTargets targetsWithin(const plan::Schedule& schedule, int rank, std::size_t from,
                                const plan::MoveTargets& targets, int cap);

} // namespace gui
