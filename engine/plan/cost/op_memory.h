// What a rank holds op by op over a step, where step_memory.h says the most of it.

#pragma once

#include "engine/plan/cost/step_memory.h"

#include <vector>

namespace plan {

// Bytes on one device, beside what does not change over the step.
struct OpMemory {
    double kept = 0;    // activations, while the op runs
    double running = 0; // what the op needs besides
    double after = 0;   // activations, when it has ended

    bool operator==(const OpMemory&) const = default;
};

// [rank][place in its order]. The first largest kept + running of a rank is that of its
// RankMemory::peakOp.
//
// Precondition: as of stepMemory().
std::vector<std::vector<OpMemory>> opMemory(const Job& job, const Schedule& schedule,
                                            const LayerSplit& split);

} // namespace plan
