// What the steps of a run say together of a clock that runs on between them.
//
// A clock runs fast or slow by a share that hardly changes: against another, what is to be added to
// its times lies on a straight line. Each step leaves a range; the lines that pass through all of
// them leave a narrower one at each.

#pragma once

#include "engine/measured/rank_clocks.h"

#include <optional>
#include <vector>

namespace measured {

// Two crystals differ by no more than that, 100 ppm each.
inline constexpr double kMostDrift = 200e-6;

// What one step leaves open.
struct ClockRange {
    Nanoseconds at{}; // when the step was, from the first on
    KnownClocks::Range range;
};

struct ClockLine {
    std::vector<KnownClocks::Range> ranges; // one a step, each within that step's
    double drift = 0;                       // what is added a second, in seconds: the middle
    double driftHalfWidth = 0;
};

// `steps` in the order of `at`, at least two. Nothing where no line passes through all the ranges.
std::optional<ClockLine> lineThrough(const std::vector<ClockRange>& steps);

} // namespace measured
