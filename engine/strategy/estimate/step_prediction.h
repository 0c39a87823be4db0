// What is predicted of a strategy's step, and where its costs come from: the one value that
// commands, reports and the window read.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/result.h"
#include "engine/plan/timeline.h"
#include "engine/strategy/strategy.h"

#include <string>

namespace strategy {

struct CostOrigin {
    enum class Kind {
        Given,  // in the strategy, by whoever wrote it
        Fitted, // in the strategy, fitted to a run
        Model,  // the cost model's, for the strategy's model on its cluster
        Unit,   // none: every op part takes 1 us
    };
    Kind kind = Kind::Unit;
    // Of the run (Fitted), or of the profile of efficiencies (Model; empty: those of a plain
    // machine, not measured on this one).
    std::string name{};

    bool operator==(const CostOrigin&) const = default;
};

// "the costs given", "costs fitted to run NAME", "the cost model with profile a100", "the cost
// model without a profile", "unit costs".
std::string toText(const CostOrigin& origin);
// "given", "fitted", "model", "unit": for machines.
std::string_view wordOf(CostOrigin::Kind kind);

// Without working the costs out.
CostOrigin costOriginOf(const Strategy& strategy);

struct PredictedCosts {
    plan::Costs costs; // of the schedule's stages
    CostOrigin origin; // costOriginOf() the strategy
};

// The costs given; else those of the cost model, where there is a model; else unit costs. Fails
// with a sentence where the model's layers cannot be dealt to the schedule's stages.
plan::Result<PredictedCosts> predictedCosts(const Strategy& strategy,
                                            const plan::Schedule& schedule);

// Those of them that an order is searched for (zb-auto), when there is no schedule yet: with
// the stages dealt to the ranks in turn. Unit costs where there are none.
plan::Costs costsToOrderFor(const Strategy& strategy);

struct StepPrediction {
    plan::Schedule schedule;
    plan::Costs costs;
    CostOrigin origin;
    plan::Timeline timeline;
};

// Fails as scheduleOf(), predictedCosts() and simulate(). Precondition: check() accepts the
// strategy.
plan::Result<StepPrediction> predictStep(const Strategy& strategy,
                                         const plan::StopAsked& stop = {});
// In that order of ops, which is of the strategy's shape.
plan::Result<StepPrediction> predictStep(const Strategy& strategy, plan::Schedule schedule);

} // namespace strategy
