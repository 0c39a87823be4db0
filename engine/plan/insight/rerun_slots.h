// Which ops of a step can be run a second time inside the bubbles, to compare the results:
// an A/A check for silent data corruption and non-determinism that costs no step time.
//
// The model. A second run of an op takes as long as the first, on the same rank, in one
// piece, inside one stretch of idle time, after the first (a fused pair: after the pair;
// each of its ops alone). It needs what the op itself needed: a (microbatch, stage) pair's
// input, activations and incoming gradient, and weights that the optimizer has not touched.
// So it ends before the rank's tail begins and before the pair is let go:
//
//   KeepPairs::UntilBackward  a pair is let go when its last backward part ends: forwards
//                             and input gradients can be run again, backwards and weight
//                             gradients never;
//   KeepPairs::WhileRoom      pairs stay, the oldest going first, until a forward would else
//                             make the rank hold more pairs than its peak in flight already
//                             is: nothing needs more memory than before.
//
// Nothing else moves: ops, transfers and the makespan stay to the nanosecond.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <array>
#include <vector>

namespace plan {

enum class KeepPairs { UntilBackward, WhileRoom };

struct Rerun {
    std::size_t span = 0; // in timeline.spans[rank]: what is run again
    Span slot;            // its op, and when

    bool operator==(const Rerun&) const = default;
};

struct Coverage {
    std::size_t ops = 0;
    std::size_t rerun = 0;
    std::size_t bound = 0; // no placement reruns more; equal to `rerun`: the best there is

    double share() const { return ops == 0 ? 0 : double(rerun) / double(ops); }
};

struct RerunPlan {
    std::vector<std::vector<Rerun>> reruns; // [rank], by time, disjoint
    std::vector<Coverage> ranks;            // [rank]
    std::array<Coverage, 4> kinds;          // by OpKind; each kind's bound is its ops
    Coverage total;
};

// As many reruns as fit. Where all ops of a rank take equally long this is the most there
// can be; else two orders are tried, short ops first and long ops first, and the better one
// taken; `bound` says how far from the best that can be at most. Of the lengths of a rank's
// ops only the 64 shortest are tried; ops of no length are left out. O(n log n) in the ops.
//
// Precondition: `timeline` is simulate()'s of that schedule and those costs, or
// shiftedToEvenPlaces()'s of it: fewer and longer stretches, which may hold more or less.
RerunPlan rerunSlots(const Schedule& schedule, const Timeline& timeline, const Costs& costs,
                     KeepPairs keep = KeepPairs::WhileRoom);

// Simulates the step once more with the reruns in: every rank runs its ops and reruns in
// order of their starts, ops no earlier than in `timeline`, reruns as soon as the rank is
// free. The spans of the result include the reruns. Every op of `timeline` and its makespan
// are found again in it, or the plan is not one. Fails with a sentence naming the first op
// that moved.
Result<Timeline> simulateWithReruns(const Schedule& schedule, const Timeline& timeline,
                                    const Costs& costs, const RerunPlan& plan);

} // namespace plan
