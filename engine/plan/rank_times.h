// When the ops of one rank ran in one step, as traces tell that name no op: only forward or
// backward, each in the order in which they ran.

#pragma once

#include "engine/plan/costs.h"

#include <vector>

namespace plan {

struct TimeRange {
    Nanoseconds start{}; // on the rank's clock, from where it says that the step began; >= 0
    Nanoseconds end{};   // >= start

    bool operator==(const TimeRange&) const = default;
};

struct RankTimes {
    std::vector<TimeRange> forwards;
    std::vector<TimeRange> backwards;
    Nanoseconds end{}; // of the rank's step; >= the end of its last op

    bool operator==(const RankTimes&) const = default;
};

} // namespace plan
