#include "engine/plan/cost/stage_time.h"

namespace plan {

void addTimes(LayerTime& time, const LayerTime& one, int count)
{
    time.forward += one.forward * count;
    time.inputGrad += one.inputGrad * count;
    time.weightGrad += one.weightGrad * count;
    time.core += one.core * count;
    time.products += one.products * count;
    time.light += one.light * count;
}

LayerTime timeOfLayers(const Job& job, const LayerCosts& layers, const StageLayers& held,
                       long long first)
{
    const int withExperts = expertLayersOf(job.model, first, held.layers);
    LayerTime time;
    addTimes(time, layers.dense, held.layers - withExperts);
    addTimes(time, layers.withExperts, withExperts);
    return time;
}

double ownedWeights(const RankGrid& grid, const HeldParameters& held, bool isDivided)
{
    return isDivided ? held.dense / grid.shards().size + held.experts / grid.expertCopies().size
                     : held.total();
}

} // namespace plan
