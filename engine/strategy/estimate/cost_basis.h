// A strategy's given costs under another schedule or number of chunks.

#pragma once

#include "engine/plan/cost_basis.h"
#include "engine/strategy/strategy.h"

namespace strategy {

// Rescales the costs of `after`, which is a strategy with another schedule, chunks or schedule
// options, given those of `before`: the p-ths of the model cost what they did, as
// plan/cost_basis.h says. Nothing changes where `before` gives no costs. Reads the files of custom
// schedules, and makes an order where hops are given one by one, whose placement it needs. Fails
// with a sentence where the two have different numbers of ranks, or there is no such schedule.
//
// Precondition: check() accepts `before`.
plan::Outcome keepShares(const Strategy& before, Strategy& after);

// The strategy with its costs taken for those of p-ths of the model, or of stages as they are.
// Fails with a sentence for a list of stages where a rank has several.
//
// Precondition: check() accepts the strategy.
plan::Outcome takeCostsOf(Strategy& strategy, plan::CostBasis basis);

} // namespace strategy
