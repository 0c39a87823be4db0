// How long the parts of a step take: all that the simulator knows of a model and its machine.
//
// They come from the cost model (cost/step_costs.h), from a strategy's file, or from a fit to a
// measured run. Nanoseconds as whole numbers keep simulation exact: the same costs give the same
// timeline on every machine, and sums do not depend on their order.

#pragma once

#include "engine/plan/op.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace plan {

using Nanoseconds = std::chrono::nanoseconds;

// Durations of the parts of one stage's work on one microbatch, each >= 0.
struct StageCosts {
    Nanoseconds forward{};
    Nanoseconds inputGrad{};
    Nanoseconds weightGrad{};
    Nanoseconds recompute{}; // of the forward, before the backward can begin

    // The parts of them in which nothing but a collective runs.
    Nanoseconds forwardCollective{};
    Nanoseconds inputGradCollective{};
    Nanoseconds recomputeCollective{};

    // Those in which the rank waits for a message of its own to arrive, where senders do. Together
    // with the collective at most the whole.
    Nanoseconds forwardTransfer{};
    Nanoseconds inputGradTransfer{};

    // What the host, which queues the kernels of one op at a time, adds to an op that is too short
    // for that: to a whole backward, or to each of its parts where they are ops of their own. By
    // the cost model the two together add no less than the whole one does, but for rounding.
    Nanoseconds backwardWait{};
    Nanoseconds inputGradWait{};
    Nanoseconds weightGradWait{};

    // Every duration above.
    static constexpr auto parts()
    {
        using S = StageCosts;
        return std::array{&S::forward,
                          &S::inputGrad,
                          &S::weightGrad,
                          &S::recompute,
                          &S::forwardCollective,
                          &S::inputGradCollective,
                          &S::recomputeCollective,
                          &S::forwardTransfer,
                          &S::inputGradTransfer,
                          &S::backwardWait,
                          &S::inputGradWait,
                          &S::weightGradWait};
    }

    // A backward, whole or its input gradient alone, begins with the recomputation.
    constexpr Nanoseconds of(OpKind kind) const
    {
        switch (kind) {
        case OpKind::Forward:
            return forward;
        case OpKind::Backward:
            return recompute + inputGrad + weightGrad + backwardWait;
        case OpKind::InputGrad:
            return recompute + inputGrad + inputGradWait;
        case OpKind::WeightGrad:
            return weightGrad + weightGradWait;
        }
        return {};
    }

    constexpr Nanoseconds collectiveOf(OpKind kind) const
    {
        switch (kind) {
        case OpKind::Forward:
            return forwardCollective;
        case OpKind::Backward:
        case OpKind::InputGrad:
            return recomputeCollective + inputGradCollective;
        case OpKind::WeightGrad:
            return {};
        }
        return {};
    }

    constexpr Nanoseconds transferOf(OpKind kind) const
    {
        switch (kind) {
        case OpKind::Forward:
            return forwardTransfer;
        case OpKind::Backward:
        case OpKind::InputGrad:
            return inputGradTransfer;
        case OpKind::WeightGrad:
            return {};
        }
        return {};
    }

    // Whether the forward and both parts of a backward take as long, and a whole backward as long
    // as its parts: the case that most closed forms are known for.
    constexpr bool inEqualParts() const
    {
        return of(OpKind::InputGrad) == forward && of(OpKind::WeightGrad) == forward
            && of(OpKind::Backward) == 2 * forward;
    }

    bool operator==(const StageCosts&) const = default;
};

// What a hop between two ranks is made of.
struct Link {
    Nanoseconds latency{};         // >= 0
    std::int64_t bytes = 0;        // of one activation or gradient, >= 0
    double gigabytesPerSecond = 0; // 10^9 bytes; > 0 where bytes > 0

    // latency + bytes / bandwidth, to the nearest nanosecond; of the latter at most 31
    // years, also where no bandwidth is given.
    Nanoseconds time() const;

    bool operator==(const Link&) const = default;
};

struct Costs {
    // One entry for every stage alike, or one a stage; none: no op takes any time.
    std::vector<StageCosts> stages;
    Nanoseconds transfer{}; // activation or gradient, one hop between two ranks; >= 0
    // Instead of `transfer`, the first of these that is given:
    std::vector<Nanoseconds> hops{}; // [s]: between stage s and s+1; one less than stages
    std::optional<Link> link{};      // every hop alike
    // Beside `hops`, those of the second direction, where stages stand on other ranks; empty:
    // alike.
    std::vector<Nanoseconds> mirrorHops{};
    // A hop from one node to another, beside `transfer` or `link`, which is then one within a node.
    // Counts for nothing until onNodes() (node_hops.h) has made hops of it. >= 0.
    std::optional<Nanoseconds> transferBetweenNodes{};
    // [rank]: the node it stands in, numbered from 0. Empty: all stand in one, or nobody knows.
    // Changes no time; says which transfers are between nodes.
    std::vector<int> nodes{};
    // That one device sends in a hop, where the cost model says so. What that takes is in the hops,
    // or in the stages' transfers where senders wait.
    std::int64_t messageBytes = 0;

    // [rank]: how much longer everything computed there takes; > 0; empty: 1 everywhere.
    std::vector<double> rankFactors{};

    // Share of the shorter op of a fused pair that hides behind the longer one, in
    // [0, 1]: the pair takes F + B - pairOverlap * min(F, B).
    double pairOverlap = 0;

    // On every rank, after its last op: the gradients are reduced, then the optimizer runs.
    Nanoseconds gradientReduction{}; // exposed part; >= 0
    Nanoseconds optimizer{};         // >= 0; a slower rank takes longer

    // The costs a strategy has when it names none: every part 1 us, transfers free.
    static Costs unit();

    const StageCosts& ofStage(int stage) const
    {
        static constexpr StageCosts kNone;
        if (stages.size() > 1)
            return stages[static_cast<std::size_t>(stage)];
        return stages.empty() ? kNone : stages.front();
    }
    double factorOf(int rank) const
    {
        return rankFactors.empty() ? 1 : rankFactors[static_cast<std::size_t>(rank)];
    }
    // `time` on that rank, to the nearest nanosecond.
    Nanoseconds scaled(Nanoseconds time, int rank) const;

    // Of one op on the rank it runs on.
    Nanoseconds of(const Op& op, int rank) const
    {
        return scaled(ofStage(op.stage).of(op.kind), rank);
    }

    // The part of that in which the forward is computed again, without its collectives; that in
    // which nothing but a collective runs; and that in which its message is waited for.
    Nanoseconds recomputeOf(const Op& op, int rank) const;
    Nanoseconds collectiveOf(const Op& op, int rank) const;
    Nanoseconds transferOf(const Op& op, int rank) const;

    // Of a fused pair, of which each op alone would take that long.
    Nanoseconds ofPair(Nanoseconds forward, Nanoseconds backward) const;

    // One hop between stage `stage` and the next, either way, of that direction of the placement.
    Nanoseconds hop(int stage, int direction = 0) const;

    // Whether what goes from one of these ranks to the other leaves a node.
    bool areApart(int rank, int other) const
    {
        return !nodes.empty()
            && nodes[static_cast<std::size_t>(rank)] != nodes[static_cast<std::size_t>(other)];
    }

    // With every duration divided by `factor`, to the nearest nanosecond; > 0. A link becomes the
    // time of its hop.
    Costs dividedBy(double factor) const;

    // Whether every stage, rank and hop costs the same, and the step ends with its last op.
    bool uniform() const;

    bool operator==(const Costs&) const = default;
};

// The part of a fused pair's time in which its first op is drawn, in proportion to what
// the two ops take alone.
Nanoseconds shareOfFirst(Nanoseconds pair, Nanoseconds first, Nanoseconds second);

} // namespace plan
