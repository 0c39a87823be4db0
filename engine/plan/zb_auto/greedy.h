// Makes an order by running the step once, deciding op by op: the heuristic of the
// zero-bubble papers (arXiv 2401.10241, section 3.1) with real costs and its choices as
// parameters.

#pragma once

#include "engine/plan/zb_auto/problem.h"

namespace plan::zb_auto {

// How each choice falls. Which is best depends on costs and caps, so a search tries many.
struct Rule {
    // [rank]: most pairs whose input gradient is still to come; the cap holds as well.
    std::vector<int> depth;
    // [rank]: from so many deferred weight gradients on, one runs before anything else.
    std::vector<int> backlog;
    // [rank]: a deferred weight gradient fills a gap of at least this share of its length,
    // in [0, 1]; where it is longer than the gap, what comes next is late.
    std::vector<double> fill;
    // Where a forward and an input gradient are both ready.
    bool forwardFirst = false;
    // Where several chunks are ready: forwards of the later one first.
    bool laterForwardFirst = true;
    // Where several chunks are ready: input gradients of the later one first.
    bool laterGradientFirst = false;

    bool operator==(const Rule&) const = default;
};

// Always legal, within the caps, and without a deadlock. Reuses the buffers of `orders`.
//
// Precondition: depths are >= chunks, backlogs >= 0.
void listSchedule(const Problem& problem, const Rule& rule, Orders& orders);

} // namespace plan::zb_auto
