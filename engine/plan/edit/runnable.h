// What of an unfinished order can run, and what every other op lacks.
//
// While somebody lays ops by hand, an order is seldom complete: some op's input is not laid yet, or
// stands behind an op that waits itself. simulate() refuses such an order; here what can run gets
// its time, and the rest its reason.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <optional>
#include <vector>

namespace plan {

// An op that is laid and cannot run yet.
struct HeldUp {
    enum class Why {
        NotLaid, // `awaited`, its input, stands on no rank
        Waits,   // `awaited`, its input, is laid and cannot run itself
        Behind,  // `awaited` stands before it on its rank and cannot run
        Circle,  // as Waits, and the op is itself what that input waits for in the end
    };
    int rank = 0;
    std::size_t at = 0; // its place in the rank's order
    Op op;
    Why why = Why::NotLaid;
    Op awaited{};
    int awaitedRank = 0; // where `awaited` stands, or would stand

    bool operator==(const HeldUp&) const = default;
};

struct Runnable {
    Timeline timeline;            // of the ops that can run; without tails
    std::vector<std::size_t> ran; // [rank]: so many of its ops, from the first on
    std::vector<HeldUp> heldUp;   // by rank, in its order

    // Ops that are not laid and whose input has run, or that need none: what could be laid next.
    std::vector<Op> ready;
};

// Linear in the ops but for a logarithm. Fails with a sentence if an op lies outside the shape,
// stands twice or on a rank without its stage, or if the costs are not those of the shape.
//
// Precondition: the schedule's lists have the sizes of its shape.
Result<Runnable> runnable(const Schedule& schedule, const Costs& costs);

} // namespace plan
