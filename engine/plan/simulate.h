// Predicts when each op of a schedule runs.
//
// The model: a rank runs one op at a time, in schedule order; an op starts when
// its rank is free and its input has arrived, a fused pair when both inputs have. A
// transfer between two ranks takes `costs.hop()`; between two stages of one rank it
// is free. Transfers contend neither with each other nor with compute. After its last
// op a rank reduces its gradients and runs the optimizer, waiting for nobody.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <optional>

namespace plan {

// The op whose output `op` consumes; none for the forward of the first stage.
// The backward of the last stage consumes its own forward. A weight gradient
// consumes its stage's input gradient. An input of kind Backward stands for
// either backward or input gradient, whichever the schedule uses.
std::optional<Op> inputOf(const Op& op, int lastStage);

// Time and memory are linear in the ops. Fails if the costs are not those of the shape
// (cost_limits.h), or if an op lies outside the shape, stands twice, or can never start;
// the error then names the op each stuck rank waits at.
//
// Precondition: the schedule's lists have the sizes of its shape.
Result<Timeline> simulate(const Schedule& schedule, const Costs& costs);

} // namespace plan
