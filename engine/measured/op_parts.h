// What lies inside a measured op's span besides its own work.

#pragma once

#include "engine/plan/timeline.h"

#include <vector>

namespace measured {

struct OpPart {
    plan::Nanoseconds recompute{};  // the forward, computed again
    plan::Nanoseconds collective{}; // exchanged with other ranks meanwhile, the op waiting
};

// [rank][span] as in Timeline::spans; empty: nothing is known to lie inside any op.
using StepParts = std::vector<std::vector<OpPart>>;

} // namespace measured
