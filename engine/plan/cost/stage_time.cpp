#include "engine/plan/cost/stage_time.h"

namespace plan {

StepBasis::StepBasis(const Job& job, const Schedule& schedule, const LayerSplit& split,
                     const LayerCosts& layers)
    : m_job(job)
    , m_schedule(schedule)
    , m_split(split)
    , m_layers(layers)
    , m_grid(job.cut, job.machine.network)
    , m_collectives(job.machine)
    , m_host(job.machine)
    , m_first(split.firstLayers())
{
}

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
