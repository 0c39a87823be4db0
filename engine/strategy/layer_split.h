// Which layers each stage of a strategy's schedule holds.

#pragma once

#include "engine/plan/layers.h"
#include "engine/strategy/strategy.h"

namespace strategy {

// layers_per_stage, layers_per_rank, or dealt alike; multi-token prediction layers stand on
// the last stage. Precondition: the strategy has a model.
plan::Result<plan::LayerSplit> layerSplitOf(const Strategy& strategy,
                                            const plan::Schedule& schedule);

} // namespace strategy
