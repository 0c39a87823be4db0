// Orders by list scheduling: time runs in slots, and a rank that is free takes, of the
// forwards and whole backwards that are ready, the one the rule puts first. A rank
// never idles while one is ready, so only the rule and the entry of new microbatches
// bound what is held.

#pragma once

#include "engine/plan/schedule.h"

#include <climits>

namespace plan {

// Forwards take one slot, whole backwards two.
struct SlotRule {
    // Among forwards the deepest stage goes first. Backwards come before or after them.
    bool forwardsFirst = false;
    bool deepestBackwardFirst = false; // else the one nearest to leaving the pipeline

    // Of each direction: microbatches between their first forward and last backward.
    int inFlight = INT_MAX;

    // Microbatch k of a direction enters no earlier than slot interval * k - lead.
    int interval = 0;
    long long lead = 0;
};

// Always legal: microbatches that have entered can always go on. Time is linear in the
// ops, up to the logarithm of what is ready at once on a rank.
//
// Precondition: the placement is one of the shape.
Schedule listBySlots(const Shape& shape, Placement placement, const SlotRule& rule);

} // namespace plan
