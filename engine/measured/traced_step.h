// Measured timelines from traces that name no schedule (plan/rank_times.h): which schedule ran, and
// a step on one clock.
//
// What is taken for granted:
// - The i-th forward, or backward, of a rank is the i-th one of the schedule's order there, unless
//   the trace says which it is.
// - Ranks whose clocks are not known to be one are on clocks of their own. No op can begin before
//   its input was made: that bounds how far each clock is ahead of the others, over all pairs of
//   ranks that exchange anything. A rank's times move to the middle of what is left open, which
//   can be wrong by half of it (rank_clocks.h).
// - What a rank does after its last op is its tail. Where the ranks come to it at different
//   times, and leave it together after the last one has come, they waited for each other
//   (tail_entries.h); else each was alone.
//
// An op that even so begins before its input was made is left where it is, and counted.

#pragma once

#include "engine/measured/rank_clocks.h"
#include "engine/measured/step_assembler.h"
#include "engine/plan/rank_times.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace measured {

// What a schedule is called whose order no generator makes.
inline constexpr std::string_view kCustomOrder = "custom";

struct TracedOrder {
    std::string name; // of the catalogue, or kCustomOrder
    plan::Schedule schedule;
    // Of kCustomOrder: the schedule of the catalogue in whose turn a rank's forwards, and its
    // backwards, are taken to be; only which of the two comes next is the trace's own. Empty where
    // the trace says what each is.
    std::string turnsOf{};
};

// The first of the schedules that frameworks run by forwards and whole backwards in whose order
// the ops follow each other on every rank: 1f1b, eager-1f1b, gpipe, naive; with several chunks
// interleaved, looped-bfs. Where none does, as where ranks decide while they run, the order that
// the times show, if it can run at all. Fails where the ops of a rank overlap, or no order that can
// run has them: names the first place at which they differ from a schedule, as `shape` says it.
//
// Precondition: one entry a rank, each with chunks * microbatches forwards and backwards; where
// it says what these are, within the shape.
plan::Result<TracedOrder> orderThatRan(const plan::Shape& shape,
                                       std::span<const plan::RankTimes> ranks);

// Whether the ops follow each other in that order on every rank; the error names the first place.
plan::Outcome follows(const TracedOrder& order, std::span<const plan::RankTimes> ranks);

// What a tail is; a trace does not tell the two apart.
enum class TailIs { Reduction, Optimizer };

struct TracedStep {
    Step step;
    RankClocks clocks;         // what was added to the ranks' times
    std::size_t early = 0;     // ops that begin before their input was made
    Nanoseconds earliest{};    // by how much at most
    bool endsTogether = false; // ranks waited for each other in their tails
};

// Fails where the ops do not follow each other in that order, and where clocks are so far apart
// that the step would last over kLongestTracedStep.
//
// Precondition: as above, and at most kMaxTracedRanks.
plan::Result<TracedStep> tracedStep(const TracedOrder& order, int number,
                                    std::span<const plan::RankTimes> ranks, TailIs tail,
                                    const KnownClocks& known = {});

} // namespace measured
