#include "engine/plan/zb_auto/problem.h"

#include <algorithm>
#include <cmath>

namespace plan::zb_auto {

Ticks Problem::of(const Op& op) const
{
    const StageTimes& stage = stages[static_cast<std::size_t>(op.stage)];
    switch (op.kind) {
    case OpKind::Forward:
        return stage.forward;
    case OpKind::Backward:
        return stage.inputGrad + stage.weightGrad;
    case OpKind::InputGrad:
        return stage.inputGrad;
    case OpKind::WeightGrad:
        return stage.weightGrad;
    }
    return 0;
}

Ticks Problem::cycleOf(std::size_t rank) const
{
    Ticks cycle = 0;
    for (const int stage : stagesOf[rank]) {
        const StageTimes& times = stages[static_cast<std::size_t>(stage)];
        cycle += times.forward + times.inputGrad + times.weightGrad;
    }
    return cycle;
}

Ticks Problem::workOf(std::size_t rank) const { return shape.microbatches * cycleOf(rank); }

Problem makeProblem(const Shape& shape, const Placement& placement, const Costs& costs,
                    const std::vector<int>& caps, double deferredShare)
{
    Problem problem{.shape = shape,
                    .placement = placement,
                    .stages = {},
                    .tails = {},
                    .caps = caps,
                    // Rounded up: an order that fits must fit the exact share as well.
                    .deferredUnits = static_cast<int>(std::ceil(deferredShare * kPairUnits)),
                    .stagesOf = {}};
    problem.stagesOf.resize(static_cast<std::size_t>(shape.ranks));
    for (int stage = 0; stage < shape.stages(); ++stage) {
        const int rank = problem.rankOf(stage);
        problem.stagesOf[static_cast<std::size_t>(rank)].push_back(stage);
        const auto time = [&](OpKind kind) { return costs.of({stage, kind, 0}, rank).count(); };
        StageTimes times{.forward = time(OpKind::Forward),
                         .inputGrad = time(OpKind::InputGrad),
                         .weightGrad = time(OpKind::WeightGrad)};
        if (stage > 0 && problem.rankOf(stage - 1) != rank)
            times.fromBefore = costs.hop(stage - 1).count();
        if (stage + 1 < shape.stages() && problem.rankOf(stage + 1) != rank)
            times.fromBehind = costs.hop(stage).count();
        problem.stages.push_back(times);
    }
    for (int rank = 0; rank < shape.ranks; ++rank) {
        problem.tails.push_back(
            (costs.gradientReduction + costs.scaled(costs.optimizer, rank)).count());
        // No rank can hold more pairs than it has.
        int& cap = problem.caps[static_cast<std::size_t>(rank)];
        cap = static_cast<int>(
            std::min<long long>(cap, static_cast<long long>(shape.chunks) * shape.microbatches));
    }
    return problem;
}

Ways shortestWays(const Problem& problem)
{
    const std::size_t count = problem.stages.size();
    Ways ways{std::vector<Ticks>(count), std::vector<Ticks>(count), std::vector<Ticks>(count)};
    for (std::size_t stage = 1; stage < count; ++stage) {
        const StageTimes& before = problem.stages[stage - 1];
        ways.in[stage] = ways.in[stage - 1] + before.forward + problem.stages[stage].fromBefore;
        ways.out[stage] = ways.out[stage - 1] + before.inputGrad + before.fromBehind;
    }
    for (std::size_t stage = count - 1; stage > 0; --stage) {
        const StageTimes& behind = problem.stages[stage];
        ways.around[stage - 1] = ways.around[stage] + behind.fromBefore + behind.forward
            + behind.inputGrad + problem.stages[stage - 1].fromBehind;
    }
    return ways;
}

} // namespace plan::zb_auto
