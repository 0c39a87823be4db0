// The costs with which simulate() comes nearest to what was measured.
//
// Of every op or fused pair the model says: it ends at max(rank free, input made + hop) +
// its cost. An op's cost is what it kept its rank busy for: its span, without what of it went by
// before its input was made, and with what usually lies between two ops of that rank. A hop is what
// lies between the end of the maker and the begin of a consumer whose rank idled meanwhile. What a
// rank idles beyond that is nobody's cost: it is counted apart (rank_gaps.h), and a prediction
// does not have it.
//
// What is not to be told apart is split in a stated way: a whole backward is half input
// gradient and half weight gradient; a border at which nobody ever waited has the mean of
// the other hops, or what its messages took at most. Where the ranks stand on several hosts and
// hops of both kinds are known, all hops within a host take one time, and all between hosts
// another: the first say nothing of the second.

#pragma once

#include "engine/measured/averages.h"
#include "engine/measured/observed_units.h"
#include "engine/measured/rank_gaps.h"
#include "engine/plan/costs.h"
#include "engine/plan/schedule.h"

#include <optional>
#include <span>
#include <vector>

namespace measured {

using plan::Nanoseconds;

// What the last op of a step is followed by.
struct ObservedEnd {
    double outside = 0;   // ns of the step before its first op and after its last one
    double optimizer = 0; // of that: on the rank that ends the step
    int rank = 0;         // which that is
};

ObservedEnd observedEnd(const plan::Timeline& timeline);

// A hop of each kind, where both are known.
struct HopsByHost {
    Nanoseconds within{};
    Nanoseconds between{};

    bool operator==(const HopsByHost&) const = default;
};

struct CostFit {
    plan::Costs costs;
    std::optional<HopsByHost> byHost; // those of the costs; none: they are of single borders
    std::vector<RankGaps> gaps;       // [rank] of all steps together
};

// Of one or more steps of that schedule. Costs for every stage, every border, and, where
// stages stand on two ranks that differ by over 1 %, factors: 1 for the faster of them.
//
// `hosts`: [rank] -> number of its host; empty: one, or nobody knows.
//
// Precondition: both lists have at least one entry; the schedule has the units' ops.
CostFit fitCosts(const plan::Schedule& schedule, std::span<const std::vector<ObservedUnit>> steps,
                 std::span<const ObservedEnd> ends, Average average,
                 const std::vector<int>& hosts = {});

} // namespace measured
