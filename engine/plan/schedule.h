// What a schedule is: for every rank, the ops it issues, in order. No times.
//
// Times come from simulate() (predicted) or from telemetry (measured); the same
// Schedule is drawn by the window and executed by the ranks.

#pragma once

#include "engine/plan/op.h"
#include "engine/plan/placement.h"
#include "engine/plan/result.h"

#include <cstdint>
#include <vector>

namespace plan {

// How the work is cut up. All counts are at least 1.
struct Shape {
    int ranks = 1;        // p: devices along the pipeline
    int chunks = 1;       // v: model chunks per rank (virtual pipeline size)
    int microbatches = 1; // m: per optimizer step, over both directions
    int directions = 1;   // 2: every stage stands on two ranks; divides the chunks

    // Positions along the model: ranks * chunks, over the copies of the model.
    int stages() const { return ranks * chunks / directions; }
    bool operator==(const Shape&) const = default;
};

// The largest shape accepted: ranks * chunks * microbatches. About 1.5 GB of
// schedule and timeline together.
inline constexpr long long kMaxCells = 1LL << 24;
inline constexpr int kMaxRanks = 1 << 20;

// Where a rank's order passes from warm-up to steady to cool-down, as op
// indices: [0, steadyBegin) warms up, [steadyBegin, coolDownBegin) is steady,
// the rest cools down.
struct PhaseSplit {
    std::size_t steadyBegin = 0;
    std::size_t coolDownBegin = 0;

    bool operator==(const PhaseSplit&) const = default;
};

// Places in a rank's order, ascending and at least 2 apart: the op there and the one
// after it, a forward and a backward, neither needing the other, run as one, so that
// each hides the other's communication (DualPipe; 1F1B with overlap).
using Pairs = std::vector<std::uint32_t>;

struct Schedule {
    Shape shape;
    Placement placement;
    std::vector<std::vector<Op>> order; // [rank] -> ops in issue order
    std::vector<PhaseSplit> phases;     // [rank]
    std::vector<Pairs> pairs{};         // [rank]; empty: nothing is fused

    // The fused pairs of one rank.
    const Pairs& pairsOf(std::size_t rank) const
    {
        static const Pairs kNone;
        return pairs.empty() ? kNone : pairs[rank];
    }

    bool operator==(const Schedule&) const = default;
};

// Fails with a sentence if a count is below 1 or the shape is over the limits.
Outcome checkShape(const Shape& shape);

// The split an order shows by itself, for schedules whose maker states none:
// forwards before the first backward warm up, backwards after the last forward
// cool down; where both meet in between, the forward that pairs with the first
// backward and the backward that pairs with the last forward are steady.
PhaseSplit phasesOf(const std::vector<Op>& order);

} // namespace plan
