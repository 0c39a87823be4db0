// The rules of simulate() once more, in the plainest way: rounds over the ranks until
// nothing moves. Slow, and independent of it.

#pragma once

#include "tests/plan/random_step.h"

#include <map>

namespace plan::test {

struct Growth {
    Op op;
    Nanoseconds by{}; // longer than its costs say
};

inline Nanoseconds slowMakespan(const Step& step, const Growth& growth)
{
    const Schedule& schedule = step.schedule;
    const Costs& costs = step.costs;
    std::map<Op, Nanoseconds> ends; // of outputs
    std::vector<std::size_t> next(schedule.order.size());
    std::vector<Nanoseconds> free(schedule.order.size());
    const auto outputOf = [](Op op) {
        op.kind = op.kind == OpKind::InputGrad ? OpKind::Backward : op.kind;
        return op;
    };
    // False if the input is not there yet.
    const auto await = [&](const Op& op, int rank, Nanoseconds& start) {
        const auto input = inputOf(op, schedule.shape.stages() - 1);
        if (!input)
            return true;
        const auto end = ends.find(*input);
        if (end == ends.end())
            return false;
        const bool hop = schedule.placement.rankOf(*input) != rank;
        start = std::max(start,
                         end->second
                             + (hop ? costs.hop(std::min<int>(input->stage, op.stage),
                                                schedule.placement.directionOf(op.microbatch))
                                    : Nanoseconds{0}));
        return true;
    };
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t rank = 0; rank < next.size(); ++rank) {
            const auto& order = schedule.order[rank];
            const Pairs& pairs = schedule.pairsOf(rank);
            while (next[rank] < order.size()) {
                const std::size_t i = next[rank];
                const bool fused = std::find(pairs.begin(), pairs.end(), i) != pairs.end();
                const auto here = static_cast<int>(rank);
                Nanoseconds start = free[rank];
                if (!await(order[i], here, start) || (fused && !await(order[i + 1], here, start)))
                    break;
                Nanoseconds lasts = costs.of(order[i], here);
                if (fused)
                    lasts = costs.ofPair(lasts, costs.of(order[i + 1], here));
                for (std::size_t k = i; k < i + (fused ? 2 : 1); ++k)
                    if (order[k] == growth.op)
                        lasts += growth.by;
                free[rank] = start + lasts;
                for (std::size_t k = i; k < i + (fused ? 2 : 1); ++k)
                    if (order[k].kind != OpKind::WeightGrad)
                        ends[outputOf(order[k])] = free[rank];
                next[rank] += fused ? 2 : 1;
                moved = true;
            }
        }
    }
    Nanoseconds makespan{0};
    for (std::size_t rank = 0; rank < free.size(); ++rank)
        makespan = std::max(makespan,
                            free[rank] + costs.gradientReduction
                                + costs.scaled(costs.optimizer, static_cast<int>(rank)));
    return makespan;
}

} // namespace plan::test
