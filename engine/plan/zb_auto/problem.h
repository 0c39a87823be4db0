// What an order is searched for, as plain arrays of ticks: the shape, the time of every
// part on the rank that runs it, the hops, and what each rank may hold.
//
// A search looks up these times for every op of thousands of orders. Rank factors, links and
// recomputation are therefore worked in once, and memory is counted in whole units of a pair, so
// that sums are exact.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/schedule.h"

#include <compare>
#include <cstddef>
#include <vector>

namespace plan::zb_auto {

using Ticks = Nanoseconds::rep;
using Orders = std::vector<std::vector<Op>>; // [rank], forwards, input and weight gradients

// Of one microbatch, on the rank that the stage stands on.
struct StageTimes {
    Ticks forward = 0;
    Ticks inputGrad = 0; // recomputation included
    Ticks weightGrad = 0;
    Ticks fromBefore = 0; // an activation's way here; 0 within a rank
    Ticks fromBehind = 0; // a gradient's
};

// What one pair takes of a rank's memory from its forward to its input gradient.
inline constexpr int kPairUnits = 1'000'000;

struct Problem {
    Shape shape;
    Placement placement;
    std::vector<StageTimes> stages;         // [stage]
    std::vector<Ticks> tails;               // [rank]: gradient reduction and optimizer
    std::vector<int> caps;                  // [rank]: most pairs in flight, >= chunks
    int deferredUnits = kPairUnits;         // what a pair takes until its weight gradient
    std::vector<std::vector<int>> stagesOf; // [rank], in the model's order

    std::size_t ranks() const { return stagesOf.size(); }
    int rankOf(int stage) const { return placement.ranks[static_cast<std::size_t>(stage)]; }
    Ticks of(const Op& op) const; // how long it takes where it runs
    long long unitsOf(std::size_t rank) const
    {
        return static_cast<long long>(caps[rank]) * kPairUnits;
    }

    // Of all microbatches, forward and back: no order of the rank's ops takes less.
    Ticks workOf(std::size_t rank) const;
    // Of one microbatch, forward and back.
    Ticks cycleOf(std::size_t rank) const;
};

// Caps over what a rank can ever hold are cut to that. `deferredShare`, in [0, 1], is what
// a pair still takes between its input gradient and its weight gradient.
//
// Precondition: one direction, and a cap for every rank.
Problem makeProblem(const Shape& shape, const Placement& placement, const Costs& costs,
                    const std::vector<int>& caps, double deferredShare);

// From every stage, the shortest way of one microbatch through the stages.
struct Ways {
    std::vector<Ticks> in;     // from the start of the step to the stage's forward
    std::vector<Ticks> around; // from the end of its forward to the start of its input gradient
    std::vector<Ticks> out;    // from the end of its input gradient to the end of the first stage's
};

Ways shortestWays(const Problem& problem);

} // namespace plan::zb_auto
