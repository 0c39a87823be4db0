// What a schedule is: for every rank, the ops it issues, in order. No times.
//
// Times come from simulate() (predicted) or from telemetry (measured); the same
// Schedule is drawn by the window and executed by the ranks.

#pragma once

#include "engine/plan/op.h"
#include "engine/plan/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace plan {

// How the work is cut up. All counts are at least 1.
struct Shape {
    int ranks = 1;        // p: devices along the pipeline
    int chunks = 1;       // v: model chunks per rank (virtual pipeline size)
    int microbatches = 1; // m: per optimizer step

    int stages() const { return ranks * chunks; }
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

struct Schedule {
    Shape shape;
    std::vector<int> rankOfStage;       // [stage] -> rank
    std::vector<std::vector<Op>> order; // [rank]  -> ops in issue order
    std::vector<PhaseSplit> phases;     // [rank]

    bool operator==(const Schedule&) const = default;
};

// Fails with a sentence if a count is below 1 or the shape is over the limits.
Outcome checkShape(const Shape& shape);

// [stage] -> rank, dealt round-robin: stage s stands on rank s mod ranks.
std::vector<int> loopedPlacement(const Shape& shape);

// The split an order shows by itself, for schedules whose maker states none:
// forwards before the first backward warm up, backwards after the last forward
// cool down; where both meet in between, the forward that pairs with the first
// backward and the backward that pairs with the last forward are steady.
PhaseSplit phasesOf(const std::vector<Op>& order);

// One line a rank, ops separated by commas: PyTorch's CSV of compute ops, with
// no blank cells. parseSchedule() reads that back, takes ranks from the lines,
// chunks and microbatches from the largest indices, and the placement from where
// the forwards stand; the error names line and column (both from 1).
std::string toText(const Schedule& schedule);
Result<Schedule> parseSchedule(std::string_view text);

} // namespace plan
