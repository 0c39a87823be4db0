// What each pipeline rank holds over a step, and at its peak.
//
// The rank's order is walked op by op: a forward keeps the activations of its stage, an input
// gradient lets go of what the weight gradient does not need, and a weight gradient or a whole
// backward of the rest. Times do not matter, as a rank runs one op at a time. Which of the states
// are divided over data ranks follows from the ZeRO stage: the optimizer's from 1 on, gradients
// from 2 on, weights at 3.

#pragma once

#include "engine/plan/cost/job.h"
#include "engine/plan/layers.h"
#include "engine/plan/schedule.h"
#include "engine/plan/translatable.h"

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
    double communicators = 0; // of the library of collectives
    double buckets = 0;       // in which the software sums gradients and gathers weights
    std::optional<Op> peakOp; // while it runs; none where nothing is kept
    int inFlight = 0;         // (microbatch, stage) pairs held then

    // The whole step through; beside the activations; all of it; and what of that a rank counts as
    // its own, without what its allocator, its driver and their libraries hold besides.
    double state() const { return weights + gradients + optimizer; }
    double other() const { return buffers + fragmented + framework + communicators + buckets; }
    double peak() const { return state() + activations + other(); }
    double counted() const { return state() + activations + buffers; }
};

// What "other" is made of, in the order in which it is shown.
struct OtherMemory {
    const char* key;   // in JSON, with "_bytes" behind it
    const char* words; // in English
    double RankMemory::*bytes;
};
inline constexpr OtherMemory kOtherMemory[] = {
    {"buffers",
     PLAN_TRANSLATABLE("OtherMemory", "buffers of the op that runs and of gathered weights"),
     &RankMemory::buffers},
    {"fragmented", PLAN_TRANSLATABLE("OtherMemory", "lost between blocks by the allocator"),
     &RankMemory::fragmented},
    {"framework", PLAN_TRANSLATABLE("OtherMemory", "driver and libraries"), &RankMemory::framework},
    {"communicators", PLAN_TRANSLATABLE("OtherMemory", "buffers of the communicators"),
     &RankMemory::communicators},
    {"buckets", PLAN_TRANSLATABLE("OtherMemory", "buckets of the framework"),
     &RankMemory::buckets}};

// [rank], one device of each: all devices of a pipeline rank hold alike. Linear in the ops.
//
// Precondition: the split has the shape's stages, and every backward stands behind its forward.
std::vector<RankMemory> stepMemory(const Job& job, const Schedule& schedule,
                                   const LayerSplit& split);

} // namespace plan
