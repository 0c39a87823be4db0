// The costs with which simulate() comes nearest to what was measured.
//
// Of every op or fused pair the model says: it ends at max(rank free, input made + hop) +
// its cost. Where the rank had its input before it was free, the op's cost is what lies
// between two ends on the rank, with whatever the rank did between ops; where it waited,
// the hop is what lies between the ends of maker and consumer, less the consumer's cost.
// So nothing that takes time is on no line.
//
// What is not to be told apart is split in a stated way: a whole backward is half input
// gradient and half weight gradient; a border at which nobody ever waited has the mean of
// the other hops.

#pragma once

#include "engine/measured/averages.h"
#include "engine/measured/observed_units.h"
#include "engine/plan/costs.h"
#include "engine/plan/schedule.h"

#include <span>
#include <vector>

namespace measured {

// What the last op of a step is followed by.
struct ObservedEnd {
    double outside = 0;   // ns of the step before its first op and after its last one
    double optimizer = 0; // of that: on the rank that ends the step
    int rank = 0;         // which that is
};

ObservedEnd observedEnd(const plan::Timeline& timeline);

// Of one or more steps of that schedule. Costs for every stage, every border, and, where
// stages stand on two ranks that differ by over 1 %, factors: 1 for the faster of them.
//
// Precondition: both lists have at least one entry; the schedule has the units' ops.
plan::Costs fitCosts(const plan::Schedule& schedule,
                     std::span<const std::vector<ObservedUnit>> steps,
                     std::span<const ObservedEnd> ends, Average average);

} // namespace measured
