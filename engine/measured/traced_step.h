// Measured timelines from traces that name no op (plan/rank_times.h): which schedule ran, and
// a step on one clock.
//
// What is taken for granted:
// - The i-th forward, or backward, of a rank is the i-th one of the schedule's order there.
// - Ranks count from the same moment, unless the ops contradict it. Between neighbours no
//   forward can begin before its input was made, nor any backward: that bounds how far the one
//   clock is ahead. Where 0 is within the bounds, nothing is moved; else the later rank's
//   times move to the middle of them, as if a hop took as long forward as back.
// - What a rank does after its last op is its tail. Where the ranks come to it at different
//   times, and leave it together after the last one has come, they waited for each other
//   (tail_entries.h); else each was alone.
//
// An op that even so begins before its input was made is left where it is, and counted.

#pragma once

#include "engine/measured/step_assembler.h"
#include "engine/plan/rank_times.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace measured {

struct TracedOrder {
    std::string name; // of the catalogue
    plan::Schedule schedule;
};

// The first of the schedules that frameworks run by forwards and whole backwards in whose order
// the ops follow each other on every rank: 1f1b, eager-1f1b, gpipe, naive; with several chunks
// interleaved, looped-bfs. Fails where none does: names the first place, as `shape` says it.
//
// Precondition: one entry a rank, each with chunks * microbatches forwards and backwards.
plan::Result<TracedOrder> orderThatRan(const plan::Shape& shape,
                                       std::span<const plan::RankTimes> ranks);

// What a tail is; a trace does not tell the two apart.
enum class TailIs { Reduction, Optimizer };

struct TracedStep {
    Step step;
    std::vector<Nanoseconds> moved; // [rank] what was added to its times
    std::size_t early = 0;          // ops that begin before their input was made
    Nanoseconds earliest{};         // by how much at most
    bool endsTogether = false;      // ranks waited for each other in their tails
};

// Fails where the ops do not follow each other in that order, and where clocks are so far apart
// that the step would last over kLongestTracedStep.
//
// Precondition: as above, and at most kMaxTracedRanks.
plan::Result<TracedStep> tracedStep(const TracedOrder& order, int number,
                                    std::span<const plan::RankTimes> ranks, TailIs tail);

} // namespace measured
