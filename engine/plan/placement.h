// Which rank holds each stage's weights.
//
// Most schedules put a stage on one rank. Bidirectional ones (DualPipe, Chimera) run
// two pipelines in opposite directions over the same ranks: a stage then stands on
// two ranks, and its microbatch says on which of the two an op runs.

#pragma once

#include "engine/plan/op.h"

#include <vector>

namespace plan {

struct Shape;

struct Placement {
    std::vector<int> ranks;  // [stage] -> rank
    std::vector<int> mirror; // [stage] -> rank, of the second direction; empty: there is one
    int firstMirrored = 0;   // microbatches from here on take the second direction, if there is one

    int stages() const { return static_cast<int>(ranks.size()); }
    bool bidirectional() const { return !mirror.empty(); }
    int directionOf(int microbatch) const
    {
        return bidirectional() && microbatch >= firstMirrored ? 1 : 0;
    }

    // [stage] -> rank in that direction. Precondition: 0, or 1 where there are two.
    const std::vector<int>& ranksOf(int direction) const { return direction == 1 ? mirror : ranks; }
    int directions() const { return bidirectional() ? 2 : 1; }

    // Precondition of these: 0 <= stage < stages().
    int rankOf(int stage, int microbatch) const
    {
        return ranksOf(directionOf(microbatch))[static_cast<std::size_t>(stage)];
    }
    int rankOf(const Op& op) const { return rankOf(op.stage, op.microbatch); }
    bool holds(int rank, int stage) const
    {
        const auto at = static_cast<std::size_t>(stage);
        return ranks[at] == rank || (bidirectional() && mirror[at] == rank);
    }

    bool operator==(const Placement&) const = default;
};

// Dealt round-robin: stage s stands on rank s mod ranks.
Placement loopedPlacement(const Shape& shape);

// Back and forth, chunk by chunk: even chunks run down the ranks, odd chunks back up.
// With two chunks this is the V of ZB-V (arXiv 2405.15362) and DualPipeV; with more,
// Hanayo's waves (arXiv 2308.15762).
Placement wavePlacement(const Shape& shape);

// Stage s on rank s for the first half of the microbatches (rounded up), on rank
// ranks-1-s for the others (Chimera, arXiv 2107.06925; DualPipe, arXiv 2412.19437).
//
// Precondition: shape.directions is 2 and shape.chunks is 2.
Placement mirroredPlacement(const Shape& shape);

} // namespace plan
