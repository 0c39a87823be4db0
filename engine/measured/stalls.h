// Ops that once took far longer than they use to: a rank that stood still in the middle of an
// op. Costs of a stage cannot say such a thing, so a prediction with them misses those steps.

#pragma once

#include "engine/measured/step_assembler.h"
#include "engine/plan/timeline.h"

#include <vector>

namespace measured {

// One such op, in the step in which it happened.
struct Stall {
    int step = 0;
    int rank = 0;        // of the pipeline
    plan::Span span;     // of the op; times from the step's zero
    Nanoseconds usual{}; // median of that rank's ops of that stage and kind, over all steps

    // By how much the op took longer than usual.
    Nanoseconds excess() const { return span.end - span.start - usual; }
};

// Ops that took over twice their usual time, and longer by over a hundredth of their step; by step,
// then rank, then time. Usual times are per rank, so a rank that is always slow has no stalls.
std::vector<Stall> stallsOf(const std::vector<Step>& steps);

} // namespace measured
