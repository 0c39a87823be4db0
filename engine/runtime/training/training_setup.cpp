#include "engine/runtime/training/training_setup.h"

#include "engine/plan/insight/rerun_slots.h"
#include "engine/plan/simulate.h"
#include "engine/runtime/training/rank_groups.h"
#include "engine/strategy/layer_split.h"

#include <algorithm>

namespace training {

namespace {

// Where in the rank's order each second run stands: after the last op that is over by then.
plan::Result<RerunPlaces> rerunPlaces(const TrainingSetup& setup)
{
    RerunPlaces places;
    if (!setup.strategy.training.checkReruns)
        return places;
    const engine::PipelineSetup& pipeline = setup.pipeline;
    const auto timeline = plan::simulate(pipeline.schedule, pipeline.costs);
    if (!timeline)
        return timeline.error();
    const auto found = plan::rerunSlots(pipeline.schedule, *timeline, pipeline.costs,
                                        plan::KeepPairs::UntilBackward);
    const auto rank = static_cast<std::size_t>(setup.place.pipeline);
    const std::vector<plan::Span>& spans = timeline->spans[rank];
    for (const plan::Rerun& rerun : found.reruns[rank]) {
        if (!plan::isForward(rerun.slot.op.kind))
            continue;
        // The real run has no times to wait for, only an order: a second run follows the last op
        // that the plan expects to be over by then.
        std::size_t after = rerun.span;
        while (after + 1 < spans.size() && spans[after + 1].end <= rerun.slot.start)
            ++after;
        places[after].push_back(rerun.slot.op);
    }
    return places;
}

} // namespace

int TrainingSetup::globalBatch() const
{
    return dims.batch * grid.data * pipeline.schedule.shape.microbatches;
}

double TrainingSetup::tokensOfStep() const
{
    return static_cast<double>(globalBatch()) * dims.sequence;
}

int TrainingSetup::communicators() const
{
    const auto neighbours = std::count_if(pipeline.pairs.begin(), pipeline.pairs.end(),
                                          [own = place.pipeline](const auto& pair) {
                                              return pair.first == own || pair.second == own;
                                          });
    return communicatorsOf(grid, place, holdersOf(dims, split, pipeline.schedule.placement))
        + 2 * static_cast<int>(neighbours);
}

plan::Result<TrainingSetup> setUpTraining(const strategy::Strategy& strategy, int rank, int ranks)
{
    TrainingSetup setup;
    setup.strategy = strategy;
    auto dims = dimsOf(strategy);
    if (!dims)
        return dims.error();
    setup.dims = *dims;
    setup.grid = gridOf(strategy);
    if (setup.grid.ranks() != ranks)
        return plan::Error{"the strategy has " + std::to_string(setup.grid.ranks())
                           + " ranks (tensor x context x data x pipeline), but "
                           + std::to_string(ranks)
                           + " processes were started; start one for each rank"};
    setup.place = placeOf(setup.grid, rank);
    auto pipeline = engine::setUp(strategy, setup.place.pipeline, setup.grid.pipeline);
    if (!pipeline)
        return pipeline.error();
    setup.pipeline = std::move(*pipeline);
    auto split = strategy::layerSplitOf(strategy, setup.pipeline.schedule);
    if (!split)
        return split.error();
    setup.split = std::move(*split);
    auto reruns = rerunPlaces(setup);
    if (!reruns)
        return reruns.error();
    setup.reruns = std::move(*reruns);
    return setup;
}

plan::Result<TrainingSetup> withSchedule(const TrainingSetup& setup, const std::string& schedule)
{
    strategy::Strategy changed = setup.strategy;
    // Whatever options the old schedule had mean nothing to the new one.
    changed.schedule = {};
    changed.schedule.name = schedule;
    // Said outright, so that a schedule with chunks of its own is not taken for one that fits.
    changed.parallel.chunks = setup.pipeline.schedule.shape.chunks;
    auto swapped = setUpTraining(changed, rankAt(setup.grid, setup.place), setup.grid.ranks());
    if (!swapped)
        return swapped.error();
    const plan::Schedule& from = setup.pipeline.schedule;
    const plan::Schedule& to = swapped->pipeline.schedule;
    if (from.shape != to.shape || from.placement != to.placement)
        return plan::Error{"'" + schedule + "' puts the stages on other ranks than '"
                           + setup.strategy.schedule.name
                           + "' does; a running job can only change to a schedule of the same "
                             "placement"};
    return swapped;
}

} // namespace training
