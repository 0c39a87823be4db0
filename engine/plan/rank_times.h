// When the ops of one rank ran in one step, as traces tell that name no schedule: forwards and
// backwards, each in the order in which they ran. Where they do not say which op each entry is,
// that has to be found by holding the times against a schedule.

#pragma once

#include "engine/plan/costs.h"

#include <vector>

namespace plan {

// The longest a step may take: the times of as many ranks then still add up.
inline constexpr Nanoseconds kLongestTracedStep{1'000'000'000'000'000}; // eleven days
inline constexpr int kMaxTracedRanks = 4096;

// On the rank's clock, from where it says that the step began; within kLongestTracedStep.
struct TimeRange {
    Nanoseconds start{}; // >= 0
    Nanoseconds end{};   // >= start

    bool operator==(const TimeRange&) const = default;
};

// What one of them was, where the trace says it.
struct TracedOp {
    int chunk = 0;
    int microbatch = 0;

    bool operator==(const TracedOp&) const = default;
};

struct RankTimes {
    std::vector<TimeRange> forwards;
    std::vector<TimeRange> backwards;
    Nanoseconds end{};                  // of the rank's step, likewise; >= the end of its last op
    std::vector<TracedOp> forwardOps{}; // one a forward; empty: not said
    std::vector<TracedOp> backwardOps{};

    bool operator==(const RankTimes&) const = default;
};

} // namespace plan
