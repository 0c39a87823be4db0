#include "engine/strategy/layer_split.h"

namespace strategy {
namespace {

plan::Result<plan::LayerSplit> splitOf(const Strategy& strategy, const plan::Schedule& schedule)
{
    const Parallel& parallel = strategy.parallel;
    if (!parallel.layersPerStage.empty())
        return plan::splitByStage(parallel.layersPerStage, schedule.shape);
    if (!parallel.layersPerRank.empty())
        return plan::splitByRank(parallel.layersPerRank, schedule.shape, schedule.placement);
    return plan::splitLayers(strategy.model->layers, schedule.shape, schedule.placement);
}

} // namespace

plan::Result<plan::LayerSplit> layerSplitOf(const Strategy& strategy,
                                            const plan::Schedule& schedule)
{
    auto split = splitOf(strategy, schedule);
    if (split)
        // They predict from the last hidden state, so they stand with the loss.
        split->stages.back().mtpLayers = strategy.model->mtpLayers;
    return split;
}

} // namespace strategy
