#include "tests/runtime/training/trained.h"

#include "engine/runtime/cpu/cpu_communicator.h"
#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/host_store.h"
#include "engine/runtime/loopback/loopback_communicator.h"
#include "engine/runtime/loopback/loopback_control.h"
#include "engine/runtime/loopback/loopback_transport.h"
#include "engine/runtime/rank_run.h"
#include "engine/runtime/training/bucket_elements.h"
#include "engine/runtime/training/duties/checkpointing.h"

#include <mutex>
#include <thread>

namespace training {

namespace {

// What the threads share.
struct Machine {
    Machine(const TrainingCase& given, int ranks)
        : trainingCase(given)
        , agreement(ranks, std::chrono::seconds(60))
    {
    }

    const TrainingCase& trainingCase;
    std::vector<TrainingSetup> setups; // [rank]
    engine::LoopbackGroups groups{std::chrono::seconds(60)};
    engine::LoopbackAgreement agreement;
    std::vector<std::unique_ptr<engine::LoopbackFabric>> fabrics; // [replica]
    std::mutex mutex;
    Trained trained; // guarded
};

class Processor final : public TestDevice {
public:
    explicit Processor(const engine::Clock& clock)
        : m_lanes(clock)
    {
    }

    Kernels& kernels() override { return m_kernels; }
    engine::Store& store() override { return m_store; }
    engine::Lanes& lanes() override { return m_lanes; }
    std::unique_ptr<engine::Communicator>
    group(std::unique_ptr<engine::HostCommunicator> host) override
    {
        return std::make_unique<CpuCommunicator>(std::move(host));
    }
    engine::Transport& transport(engine::Transport& host) override { return host; }

private:
    CpuKernels m_kernels;
    HostStore m_store;
    engine::HostLanes m_lanes;
};

void collect(Tensors& tensors, engine::Store& store, const Bucket& bucket, Bucket::State state)
{
    const Matrix values = bucket.stretch(state).values;
    if (!bucket.isPrimary() || !values.data || values.type != Type::F32)
        return;
    for (const TensorSlice& slice : slicesOf(bucket, state, values, true)) {
        std::vector<float>& whole = tensors[slice.name];
        whole.resize(static_cast<std::size_t>(slice.whole[0] * slice.whole[1]), -1e30F);
        for (std::int64_t row = 0; row < slice.values.rows; ++row) {
            const std::int64_t first = (slice.first[0] + row) * slice.whole[1] + slice.first[1];
            engine::downloadValues(
                store,
                std::span(whole).subspan(static_cast<std::size_t>(first),
                                         static_cast<std::size_t>(slice.values.columns)),
                floatsIn(slice.values.rowRange(row, 1)));
        }
    }
}

plan::Outcome runRank(Machine& machine, int rank)
{
    const TrainingSetup& setup = machine.setups[static_cast<std::size_t>(rank)];
    const TrainingCase& given = machine.trainingCase;
    const std::unique_ptr<engine::Clock> owned
        = given.clock ? given.clock(rank) : std::make_unique<engine::SystemClock>();
    engine::Clock& clock = *owned;
    engine::Waiting waiting(clock, given.stop);
    engine::LoopbackTransport transport(
        *machine.fabrics[static_cast<std::size_t>(rank % setup.grid.replicas())],
        setup.place.pipeline, waiting);
    engine::LoopbackControl control(machine.agreement, rank, waiting);
    const std::unique_ptr<TestDevice> device
        = given.device ? given.device(clock, waiting) : std::make_unique<Processor>(clock);
    engine::Store& store = device->store();
    const MakeHostGroup makeGroup = [&](const std::string& name, const std::vector<int>& members)
        -> plan::Result<std::unique_ptr<engine::HostCommunicator>> {
        if (members.empty())
            return std::unique_ptr<engine::HostCommunicator>();
        auto group
            = engine::LoopbackCommunicator::open(machine.groups, name, members, rank, waiting);
        if (!group)
            return group.error();
        return std::unique_ptr<engine::HostCommunicator>(std::move(*group));
    };
    const auto world = makeGroup("world", allRanks(setup.grid));
    if (!world)
        return world.error();
    auto made = TrainingRank::make(setup,
                                   {.kernels = device->kernels(),
                                    .store = store,
                                    .lanes = device->lanes(),
                                    .transport = device->transport(transport),
                                    .control = control,
                                    .world = **world,
                                    .waiting = waiting,
                                    .steps = given.steps,
                                    .messageBuffers = given.messageBuffers},
                                   [&](const std::string& name, const std::vector<int>& members)
                                       -> plan::Result<std::unique_ptr<engine::Communicator>> {
                                       auto host = makeGroup(name, members);
                                       if (!host)
                                           return host.error();
                                       if (*host == nullptr)
                                           return std::unique_ptr<engine::Communicator>();
                                       return device->group(std::move(*host));
                                   });
    if (!made)
        return made.error();
    TrainingRank& own = **made;
    std::vector<Rerun> reruns;
    engine::Recorder recorder = engine::Recorder::silent();
    engine::RunDuties none;
    engine::RankRun run(own.setup().pipeline, own.machine(), none, recorder, waiting);
    if (given.run)
        if (auto ran = given.run(own, waiting); !ran) {
            transport.abort(ran.error().message);
            return ran.error();
        }
    for (int step = given.firstStep; !given.run && step < given.steps; ++step) {
        if (given.beforeStep)
            given.beforeStep(own, step);
        const auto ran = run.step(step);
        if (!ran) {
            transport.abort(ran.error().message);
            return ran.error();
        }
        for (const Rerun& rerun : own.backend().takeReruns())
            reruns.push_back(rerun);
        const std::lock_guard lock(machine.mutex);
        if (rank == 0)
            machine.trained.steps.push_back(own.backend().numbers());
    }
    if (!given.checkpoint.empty())
        if (auto saved = saveState(own, given.steps, given.checkpoint); !saved)
            return saved.error();
    const std::lock_guard lock(machine.mutex);
    machine.trained.reruns[static_cast<std::size_t>(rank)] = reruns;
    for (const auto& bucket : own.model().buckets()) {
        collect(machine.trained.weights, store, *bucket, Bucket::State::Weights);
        collect(machine.trained.moments, store, *bucket, Bucket::State::FirstMoment);
    }
    return plan::done();
}

} // namespace

Trained train(const TrainingCase& trainingCase)
{
    const Grid grid = gridOf(trainingCase.strategy);
    Machine machine(trainingCase, grid.ranks());
    for (int rank = 0; rank < grid.ranks(); ++rank) {
        auto setup = setUpTraining(trainingCase.strategy, rank, grid.ranks());
        if (!setup)
            return {.error = setup.error().message};
        machine.setups.push_back(std::move(*setup));
    }
    const engine::PipelineSetup& pipeline = machine.setups.front().pipeline;
    for (int replica = 0; replica < grid.replicas(); ++replica)
        machine.fabrics.push_back(std::make_unique<engine::LoopbackFabric>(
            engine::LoopbackOptions{.ranks = grid.pipeline,
                                    .microbatches = pipeline.schedule.shape.microbatches,
                                    .messageBytes = pipeline.messageBytes,
                                    .patience = std::chrono::seconds(60)}));
    machine.trained.reruns.resize(static_cast<std::size_t>(grid.ranks()));
    std::vector<std::thread> threads;
    threads.reserve(grid.ranks());
    for (int rank = 0; rank < grid.ranks(); ++rank)
        threads.emplace_back([&machine, rank] {
            const auto ran = runRank(machine, rank);
            if (ran)
                return;
            {
                const std::lock_guard lock(machine.mutex);
                if (machine.trained.error.empty())
                    machine.trained.error = ran.error().message;
            }
            machine.groups.abort(ran.error().message);
            machine.agreement.abort(ran.error().message);
        });
    for (std::thread& thread : threads)
        thread.join();
    return std::move(machine.trained);
}

strategy::Strategy tinyStrategy()
{
    strategy::Strategy s;
    s.name = "tiny";
    s.model.emplace();
    s.model->layers = 4;
    s.model->hidden = 32;
    s.model->heads = 4;
    s.model->vocab = 61;
    s.model->sequence = 16;
    s.precision.compute = strategy::Compute::Fp32;
    s.training.clip = 0;
    s.training.weightDecay = 0;
    s.training.learningRate = 1e-3;
    s.batch.micro = 1;
    s.batch.global = 8;
    return s;
}

} // namespace training
