// Which rules of list scheduling to try for a problem, and in what order.

#pragma once

#include "engine/plan/zb_auto/greedy.h"
#include "engine/plan/zb_auto/run.h"

namespace plan::zb_auto {

// An order that was made, and how it does.
struct Made {
    Rule rule;
    Score score;
};

// Tries a grid of rules, then varies the best of them rank by rank while that helps, and
// offers what it finds. Where the step is long, the grid is tried on a shorter step first:
// what is best in the steady phase is best there for any number of microbatches. Stops
// when that share of the run's limit is spent. Returns
// the best rules for the whole step, best first; at least one order is made.
std::vector<Made> tryRules(Run& run, const AutoRequest& request, const Problem& problem,
                           double untilShare);

} // namespace plan::zb_auto
