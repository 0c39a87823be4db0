// The costs of a step, for the simulator: what every stage's op takes on its device, what a
// hop takes, and what follows the last op.

#pragma once

#include "engine/plan/cost/job.h"
#include "engine/plan/costs.h"
#include "engine/plan/layers.h"
#include "engine/plan/schedule.h"

namespace plan {

// One entry a stage, one hop between each two; the tail is that of the rank it takes longest.
// Precondition: the split has the shape's stages; the job's microbatches are the shape's.
Costs stepCosts(const Job& job, const Schedule& schedule, const LayerSplit& split);

} // namespace plan
