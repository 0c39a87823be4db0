// A measured step as the simulation sees it: for every op, or fused pair, when its rank
// became free for it, when its inputs were made, and when it ran.

#pragma once

#include "engine/plan/result.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <array>
#include <cstddef>
#include <vector>

namespace measured {

// Times in nanoseconds from the step's zero.
// An op that ran alone, or a fused pair, which the simulation takes as one piece of work.
struct ObservedUnit {
    struct Input {
        double made = 0; // when the op on the other rank that makes it ended
        int border = -1; // it crosses that between stages `border` and `border` + 1; -1: no input
    };

    int rank = 0;
    bool first = false; // on its rank: nothing says when the rank became free
    int count = 1;      // ops: 2 of a fused pair
    std::array<plan::Op, 2> ops{};
    std::array<double, 2> lasts{};      // of each op's span
    std::array<double, 2> recompute{};  // within it
    std::array<double, 2> collective{}; // likewise
    std::array<Input, 2> inputs{};      // from another rank
    double free = 0;                    // end of the unit before it on its rank
    double start = 0;
    double end = 0;
};

// Fails where the step did not run the schedule's ops in its order: names the first place.
// The two ops of a fused pair may stand in either order. The units stand rank by rank, each rank's
// in the order of the schedule.
plan::Result<std::vector<ObservedUnit>> observedUnits(const plan::Schedule& schedule,
                                                      const plan::Timeline& timeline);

} // namespace measured
