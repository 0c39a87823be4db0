// A strategy's step under other schedules: the same model, ranks and microbatches under each, by
// the rules of its own prediction (step_prediction.h).

#pragma once

#include "engine/plan/compare.h"
#include "engine/strategy/estimate/cost_basis.h"
#include "engine/strategy/estimate/step_prediction.h"

#include <vector>

namespace strategy {

// The strategy under the schedule. The cost model, where the strategy has a model and no costs, is
// asked anew. Given costs, or the unit costs, are with CostBasis::Rank those of p-ths of the model,
// rescaled by keepShares(); with CostBasis::Stage each schedule's stages cost what the strategy's
// do, so that more chunks are more work. Under the strategy's own schedule and chunks, with its
// options or without any, it is the strategy itself. A list of layers a stage gives way to an even
// division where the number of stages changes. Fails with a sentence: there is no such schedule
// for that strategy.
//
// Precondition: check() accepts the strategy.
plan::Result<Strategy> underSchedule(const Strategy& strategy,
                                     const plan::ComparedSchedule& compared, plan::CostBasis basis);

// Fails as underSchedule() and predictStep().
plan::Result<StepPrediction> runCompared(const Strategy& strategy,
                                         const plan::ComparedSchedule& compared,
                                         plan::CostBasis basis, const plan::StopAsked& stop = {});

// The shape that `compared` asks for, and why there is no such schedule.
plan::ComparisonRow rowWithout(const Strategy& strategy, const plan::ComparedSchedule& compared,
                               std::string whyNot);

// One row a schedule, in the order given. Linear in the ops of all, but for what is searched.
std::vector<plan::ComparisonRow>
compareSchedules(const Strategy& strategy, const std::vector<plan::ComparedSchedule>& schedules,
                 plan::CostBasis basis);

} // namespace strategy
