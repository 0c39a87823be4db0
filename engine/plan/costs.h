// How long the parts of an op take.

#pragma once

#include "engine/plan/op.h"

#include <chrono>
#include <vector>

namespace plan {

using Nanoseconds = std::chrono::nanoseconds;

// Durations of the parts of one stage's work on one microbatch, each >= 0.
struct StageCosts {
    Nanoseconds forward{};
    Nanoseconds inputGrad{};
    Nanoseconds weightGrad{};

    // A full backward takes both gradients' time.
    constexpr Nanoseconds of(OpKind kind) const
    {
        switch (kind) {
        case OpKind::Forward:
            return forward;
        case OpKind::Backward:
            return inputGrad + weightGrad;
        case OpKind::InputGrad:
            return inputGrad;
        case OpKind::WeightGrad:
            return weightGrad;
        }
        return {};
    }

    bool operator==(const StageCosts&) const = default;
};

struct Costs {
    std::vector<StageCosts> stages; // one entry for every stage alike, or one a stage
    Nanoseconds transfer{};         // activation or gradient, one hop between two ranks; >= 0

    // The costs a strategy has when it names none: every part 1 us, transfers free.
    static Costs unit();

    const StageCosts& ofStage(int stage) const
    {
        return stages.size() == 1 ? stages.front() : stages[static_cast<std::size_t>(stage)];
    }
    Nanoseconds of(const Op& op) const { return ofStage(op.stage).of(op.kind); }

    bool operator==(const Costs&) const = default;
};

} // namespace plan
