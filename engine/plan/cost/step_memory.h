// What each pipeline rank holds over a step, and at its peak.

#pragma once

#include "engine/plan/cost/job.h"
#include "engine/plan/layers.h"
#include "engine/plan/schedule.h"

#include <optional>
#include <vector>

namespace plan {

struct RankMemory {
    // Bytes on one device. The first three do not change over the step.
    double weights = 0;
    double gradients = 0;
    double optimizer = 0;
    double activations = 0;   // at the peak
    double buffers = 0;       // messages, gathered weights, what a running op needs; at the peak
    double fragmented = 0;    // what the allocator holds and cannot use
    double framework = 0;     // of the driver and its libraries
    std::optional<Op> peakOp; // while it runs; none where nothing is kept
    int inFlight = 0;         // (microbatch, stage) pairs held then

    double state() const { return weights + gradients + optimizer; }
    double other() const { return buffers + fragmented + framework; }
    double peak() const { return state() + activations + other(); }
};

// [rank]. Precondition: the split has the shape's stages.
std::vector<RankMemory> stepMemory(const Job& job, const Schedule& schedule,
                                   const LayerSplit& split);

} // namespace plan
