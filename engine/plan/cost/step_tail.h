// What stands behind the last backward of a step: gradients are summed, weights updated and
// gathered. Internal to the cost of a step.

#pragma once

#include "engine/plan/cost/step_costs.h"

namespace plan {

// Seconds, each of the rank that it takes longest, as the next step begins on all of them together.
struct StepTail {
    double reduction = 0; // what is seen of it beside the backwards
    double optimizer = 0;
};

// Precondition: as of stepCosts().
StepTail stepTail(const Job& job, const Schedule& schedule, const LayerSplit& split,
                  const LayerCosts& layers);

} // namespace plan
