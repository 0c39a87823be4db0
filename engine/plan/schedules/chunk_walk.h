// The walk over the chunks that the interleaved schedules share.
//
// The microbatches go in rounds. A round crosses chunk after chunk before the next
// one starts, and every rank takes its forwards in that order; its backwards follow
// the same walk with the chunks reversed. A rank first runs its warm-up forwards, then
// one forward and one backward in turn, then the backwards that are left: so it holds
// at most its warm-up + 1 pairs.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/schedule.h"

#include <vector>

namespace plan {

// Rounds of `size`; what is left over makes a last, smaller one.
//
// Precondition: 1 <= size.
std::vector<int> roundsOf(int microbatches, int size);

// `count` rounds, as equal as can be; the first ones are the longer ones.
//
// Precondition: 1 <= count <= microbatches.
std::vector<int> equalRounds(int microbatches, int count);

struct WalkSlot {
    int chunk;
    int microbatch;
};

// In the order of the forwards of every rank.
//
// Precondition: the rounds add up to the microbatches.
std::vector<WalkSlot> walk(const Shape& shape, const std::vector<int>& rounds);

// The warm-up of interleaved 1F1B (arXiv 2104.04473), where the first round has
// `firstRound` microbatches: all chunks of it but the last, and 2 forwards for every
// rank behind. At most all.
int interleavedWarmUp(const Shape& shape, int firstRound, int rank);

// Whether the walk runs to its end, where the first and the last rank have these
// warm-ups and those between have warm-ups between. Linear in chunks * microbatches.
//
// Precondition: no round is longer than the first, and `last` covers all its chunks
// but the last one.
bool walkRuns(const Shape& shape, const std::vector<int>& rounds, int first, int last);

// The makespan where no rank waits but to fill and drain the pipeline, forward and back
// (arXiv 2104.04473, section 2.2): (m v+p-1)(F+B), or, with fewer microbatches than
// ranks, (p v+m-1)(F+B), as each chunk then takes the way over all ranks.
Nanoseconds walkMakespan(const Shape& shape, const StageCosts& stage);

// Precondition: the rounds add up to the microbatches; warmUp[rank] lies in
// [0, microbatches * chunks].
Schedule interleave(const Shape& shape, const std::vector<int>& rounds,
                    const std::vector<int>& warmUp);

} // namespace plan
