// Where a rank stands within a step, for whoever looks for the one that holds up the others.

#pragma once

#include "engine/plan/op.h"

#include <functional>
#include <optional>

namespace engine {

// What the device of a rank is at, of what was queued for it in order.
struct Standing {
    int step = 0;
    // The first op that is not over; none: only what follows the ops is left, or nothing.
    std::optional<plan::Op> op{};
    // The rank that has yet to send its input (of a machine by its place in the pipeline, in what
    // is written of a run by its number there); none: it has begun.
    std::optional<int> awaits{};
};

// None outside of a step.
using Witness = std::function<std::optional<Standing>()>;

} // namespace engine
