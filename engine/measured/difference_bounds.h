// How far values can be from the first of them, where it is known of pairs how far one is beyond
// the other at most.

#pragma once

#include "engine/plan/costs.h"

#include <cstddef>
#include <vector>

namespace measured {

using plan::Nanoseconds;

// value[of] - value[beyond] <= most.
struct Difference {
    std::size_t of = 0;
    std::size_t beyond = 0;
    Nanoseconds most{};
};

struct DifferenceBounds {
    // [value] against the first one. Both are solutions themselves, and so is all between them at
    // one share of the way.
    std::vector<Nanoseconds> least;
    std::vector<Nanoseconds> most;
    // What the differences contradict each other by: no values keep them all, but these do when
    // none is taken more exactly than that. 0: they agree.
    Nanoseconds contradiction{};
};

// Shortest paths over all differences: Bellman and Ford. Where two values contradict each other by
// themselves, only what is known of these two gives way, by half to each; where more are needed for
// it, all do alike. A value that nothing ties to the first on one side is at it.
//
// Precondition: the numbers are below `values`, and no chain of differences exceeds a Nanoseconds.
DifferenceBounds boundsOf(std::size_t values, std::vector<Difference> differences);

} // namespace measured
