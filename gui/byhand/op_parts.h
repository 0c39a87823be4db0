// What can be made of the ops of an order beside moving them: a forward and a backward fused into
// one, and a backward as its two parts.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/validate/validate.h"

#include <cstddef>

namespace gui {

// Whether the op at that place of the rank's order belongs to a fused pair. As of all below,
// precondition: there is an op.
bool isFused(const plan::Schedule& schedule, int rank, std::size_t at);

// The schedule with the op and the one after it fused, or with the pair apart that it belongs to.
// Where that is no schedule that runs, a sentence of the engine says why.
plan::Result<plan::Schedule> fusedOrApart(const plan::Schedule& schedule, int rank, std::size_t at,
                                          const plan::ValidateOptions& limits);

// With the whole backward as its two parts, one right after the other; or of a part, with both as
// the whole, where the first of them stands. Likewise. Precondition: it is no forward, and not
// fused.
plan::Result<plan::Schedule> splitOrJoined(const plan::Schedule& schedule, int rank, std::size_t at,
                                           const plan::ValidateOptions& limits);

} // namespace gui
