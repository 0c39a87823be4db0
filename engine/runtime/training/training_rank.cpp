#include "engine/runtime/training/training_rank.h"

#include "engine/runtime/training/failure.h"

#include <algorithm>

namespace training {

plan::Result<std::unique_ptr<TrainingRank>> TrainingRank::make(TrainingSetup setup,
                                                               const TrainingResources& resources,
                                                               const MakeGroup& makeGroup)
{
    // Before the groups, which take seconds to make: a file that cannot be read is the likeliest
    // mistake.
    auto samples = samplesOf(setup.strategy);
    if (!samples)
        return samples.error();
    const Holders holders = holdersOf(setup.dims, setup.split, setup.pipeline.schedule.placement);
    auto groups = makeGroups(setup.grid, setup.place, holders, makeGroup);
    if (!groups)
        return groups.error();
    // Borrowed: the ranks' own group of all is there already.
    auto everybody = resources.device.group(
        std::shared_ptr<engine::HostCommunicator>(std::shared_ptr<void>(), &resources.world));
    if (!everybody)
        return everybody.error();
    groups->world = std::move(*everybody);
    if (const auto same = agreeOnSamples(**samples, resources.world); !same)
        return same.error();
    return caught([&]() -> plan::Result<std::unique_ptr<TrainingRank>> {
        std::unique_ptr<TrainingRank> rank(
            new TrainingRank(std::move(setup), std::move(*groups), resources));
        rank->m_tokens = std::make_unique<StepTokens>(std::move(*samples), rank->m_setup.dims,
                                                      rank->m_setup.grid, rank->m_setup.place,
                                                      rank->m_setup.globalBatch());
        const int lastStage = rank->m_setup.pipeline.schedule.shape.stages() - 1;
        rank->m_backend = std::make_unique<TrainingBackend>(
            TrainingBackend::Options{.lastStage = lastStage,
                                     .training = rank->m_setup.strategy.training,
                                     .steps = resources.steps},
            rank->m_machinery, *rank->m_model, *rank->m_optimizer, *rank->m_tokens, rank->world(),
            resources.device.lanes(), resources.transport, resources.waiting);
        rank->m_machine = std::make_unique<engine::RankMachine>(
            engine::RankMachineOptions{.lastStage = lastStage,
                                       .depth = resources.device.depth(),
                                       .clockOffset = resources.clockOffset},
            *rank->m_backend, resources.device.lanes(), resources.transport, resources.control,
            resources.waiting);
        rank->takeOrder();
        // Last, because weights are spread over the data ranks, by collectives that all must be
        // ready for.
        rank->m_model->initialize(rank->m_setup.strategy.training.seed);
        return rank;
    });
}

TrainingRank::TrainingRank(TrainingSetup setup, RankGroups groups,
                           const TrainingResources& resources)
    : m_setup(std::move(setup))
    , m_messageBuffers(resources.messageBuffers)
    , m_device(resources.device)
    , m_world(resources.world)
    , m_groups(std::move(groups))
    , m_memory(resources.device.store(), resources.device.lanes())
    , m_trace(resources.device.lanes(), resources.device.opRanges())
    , m_machinery{.dims = m_setup.dims,
                  .kernels = resources.device.kernels(),
                  .memory = m_memory,
                  .trace = m_trace,
                  .tensor = Group(m_groups.tensor.get(), GroupKind::Tensor, m_trace),
                  .context = Group(m_groups.context.get(), GroupKind::Context, m_trace),
                  .expert = Group(m_groups.expert.get(), GroupKind::Expert, m_trace)}
{
    const double tokens = m_setup.tokensOfStep();
    m_model
        = std::make_unique<RankModel>(m_machinery,
                                      ModelPlan{.split = m_setup.split,
                                                .placement = m_setup.pipeline.schedule.placement,
                                                .grid = m_setup.grid,
                                                .place = m_setup.place,
                                                .strategy = m_setup.strategy,
                                                .groups = m_groups,
                                                .gradientScale = static_cast<float>(1 / tokens)});
    m_optimizer = std::make_unique<Optimizer>(m_machinery, *m_model,
                                              Group(m_groups.world.get(), GroupKind::None, m_trace),
                                              m_setup.strategy.training, tokens);
}

void TrainingRank::takeOrder()
{
    const auto own = static_cast<std::size_t>(m_setup.place.pipeline);
    m_backend->setOrder(m_setup.pipeline.schedule.order[own], m_setup.reruns);
}

plan::Outcome TrainingRank::swapSchedule(const std::string& name)
{
    auto swapped = withSchedule(m_setup, name);
    if (!swapped)
        return swapped.error();
    if (const std::size_t needed = swapped->pipeline.buffers;
        m_messageBuffers > 0 && needed > m_messageBuffers)
        return plan::Error{
            "'" + name + "' has up to " + std::to_string(needed)
            + " messages of a rank on their way at once, and this run has memory for "
            + std::to_string(m_messageBuffers) + "; start a run with that schedule instead"};
    // Only what a schedule decides is taken over: model, groups and weights stay where they are.
    m_setup.strategy.schedule = swapped->strategy.schedule;
    m_setup.pipeline = std::move(swapped->pipeline);
    m_setup.reruns = std::move(swapped->reruns);
    takeOrder();
    return plan::done();
}

} // namespace training
