// All iterations of a trace that names no op (traced_step.h): one order, and a step of each.

#pragma once

#include "engine/measured/traced_step.h"

#include <string>
#include <vector>

namespace measured {

// What one iteration of a trace says.
struct TracedIteration {
    int number = 0;
    std::vector<plan::RankTimes> ranks; // [rank]
};

struct TracedRun {
    TracedOrder order;
    std::vector<TracedStep> steps; // one an iteration, in order; at least one

    // Copies of the steps, for what does not ask how they were traced.
    std::vector<Step> plainSteps() const;
};

// The order of the first iteration is that of all: one that ran another is an error, which names
// it. `data`: ranks that hold the same; more than one reduce gradients after their last op.
//
// Precondition: that of tracedStep(), for each; at least one iteration.
plan::Result<TracedRun> traceRun(const plan::Shape& shape, int data,
                                 const std::vector<TracedIteration>& iterations);

// What the trace does not say and the steps rest on, a sentence each.
std::vector<std::string> takenForGranted(const TracedRun& run, int data);

// The number of the step that stands for all: that of the median time of those that are not of the
// warm-up, which `isWarmUp` says of each place.
std::size_t typicalStep(const TracedRun& run, const std::vector<bool>& isWarmUp);

} // namespace measured
