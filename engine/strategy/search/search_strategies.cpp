// From a strategy to the space around it, and from a member of that space to a strategy.

#include "engine/strategy/cost_job.h"
#include "engine/strategy/search/field_change.h"
#include "engine/strategy/search/search.h"

#include <algorithm>

namespace strategy {
namespace {

// What is not free is what the strategy says.
void fixSizes(plan::SearchSpace& space, const Strategy& strategy, const FreeFields& free)
{
    const Parallel& parallel = strategy.parallel;
    if (!free.tensor)
        space.tensor = {parallel.tensor};
    if (!free.context)
        space.context = {parallel.context};
    if (!free.pipeline)
        space.pipeline = {parallel.pipeline};
    if (!free.expert)
        space.expert = {parallel.expert};
    if (!free.micro)
        space.micro = {strategy.batch.micro};
    if (!free.zero)
        space.zero = {parallel.zero};
    if (!free.sequence)
        space.sequence = {parallel.sequence};
    if (!free.layers)
        space.divisions = {plan::Division::Even};
    if (!free.recompute)
        space.recomputations
            = {{space.job.recomputing, space.job.recomputeUniform ? 0 : space.job.recomputeLayers}};
    if (free.schedule)
        return;
    // A schedule by hand is in no catalogue and stays out of the search.
    if (const plan::CatalogEntry* entry = plan::findSchedule(strategy.schedule.name))
        space.schedules = {entry->name};
    space.chunks = {shapeOf(strategy).chunks};
}

std::string nameOf(const plan::Configuration& one, const Strategy& strategy)
{
    const plan::Cut& cut = one.slice.cut;
    const auto part = [](const char* letters, int size) {
        return size > 1 ? std::string(" ") + letters + std::to_string(size) : std::string();
    };
    std::string name = std::to_string(cut.devices()) + " devices:" + part("tp", cut.tensor)
        + (cut.sequence ? "+sp" : "") + part("pp", cut.pipeline) + part("v", one.chunks)
        + part("cp", cut.context) + part("ep", cut.expert) + part("dp", cut.data) + " mbs"
        + std::to_string(one.slice.micro);
    if (cut.pipeline > 1)
        name += ' ' + strategy.schedule.name;
    if (one.zero > 0)
        name += " zero" + std::to_string(one.zero);
    if (strategy.recompute.granularity != Recomputing::None)
        name += " recompute-" + wordOf(strategy.recompute.granularity);
    if (strategy.recompute.layers > 0)
        name += '-' + std::to_string(strategy.recompute.layers);
    return name + (strategy.parallel.layersPerStage.empty() ? "" : " uneven");
}

Recompute recomputeOf(const plan::Recomputation& recomputation)
{
    Recompute recompute;
    switch (recomputation.kind) {
    case plan::Recomputing::None:
        break;
    case plan::Recomputing::Selective:
        recompute.granularity = Recomputing::Selective;
        break;
    case plan::Recomputing::Ops:
        recompute.granularity = Recomputing::Ops;
        break;
    case plan::Recomputing::Full:
        recompute.granularity = Recomputing::Full;
        recompute.layers = recomputation.blockLayers;
        recompute.method
            = recomputation.blockLayers > 0 ? RecomputeMethod::Block : RecomputeMethod::Uniform;
        break;
    }
    return recompute;
}

} // namespace

plan::SearchSpace searchSpaceOf(const Strategy& strategy, const SearchAsked& asked)
{
    // With its defaults as numbers: a space around a field needs a value to start from.
    const Strategy written = withSizesWritten(strategy);
    plan::SearchSpace space;
    space.job = jobOf(written);
    space.globalBatch = written.batch.global;
    space.devices = asked.devices;
    if (space.devices.empty())
        space.devices = {written.cluster.devices};
    std::sort(space.devices.begin(), space.devices.end());
    space.devices.erase(std::unique(space.devices.begin(), space.devices.end()),
                        space.devices.end());
    space.options = written.schedule.options;
    space.expertTensorFollows = written.parallel.expertTensor == 0;
    fixSizes(space, written, asked.free);
    return space;
}

Strategy strategyOf(const Strategy& strategy, const plan::SearchSpace& space,
                    const plan::Configuration& configuration)
{
    const plan::Cut& cut = configuration.slice.cut;
    Strategy made = strategy;
    Parallel& parallel = made.parallel;
    parallel.tensor = cut.tensor;
    parallel.pipeline = cut.pipeline;
    parallel.context = cut.context;
    parallel.expert = cut.expert;
    parallel.data = cut.data;
    parallel.sequence = cut.sequence;
    parallel.zero = configuration.zero;
    parallel.layersPerRank.clear();
    parallel.layersPerStage.clear();
    // 0 where a schedule has one, since only some take a number at all.
    parallel.chunks = configuration.chunks > 1 ? configuration.chunks : 0;
    if (configuration.division == plan::Division::EndsCounted)
        if (const auto layout = plan::layoutOf(space, configuration))
            for (const plan::StageLayers& stage : layout->split.stages)
                parallel.layersPerStage.push_back(stage.layers);
    made.batch = {configuration.slice.micro, space.globalBatch};
    made.schedule = {std::string(configuration.schedule), configuration.options, {}};
    const bool light = made.recompute.light;
    made.recompute = recomputeOf(configuration.recomputation);
    // It has a meaning only where nothing else is recomputed; kept there, because the search does
    // not choose it.
    made.recompute.light = light && made.recompute.granularity == Recomputing::None;
    made.cluster.devices = cut.devices();
    // Costs of another schedule's stages mean nothing to this one.
    made.costs.reset();
    made.costsFittedTo.clear();
    made.name = nameOf(configuration, made);
    return made;
}

} // namespace strategy
