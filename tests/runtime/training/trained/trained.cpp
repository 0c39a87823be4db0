#include "tests/runtime/training/trained/trained.h"

#include "engine/runtime/cpu/cpu_device.h"
#include "engine/runtime/cpu/over_host.h"
#include "engine/runtime/loopback/loopback_communicator.h"
#include "engine/runtime/loopback/loopback_control.h"
#include "engine/runtime/loopback/loopback_transport.h"
#include "engine/runtime/rank_run.h"
#include "engine/runtime/training/bucket_elements.h"
#include "engine/runtime/training/duties/checkpointing.h"
#include "engine/runtime/turns/turn_device.h"

#include <mutex>
#include <numeric>
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

// Tells a test what happened.
class Telling final : public engine::RunDuties {
public:
    Telling(const TrainingCase& given, TrainingRank& rank)
        : m_given(given)
        , m_rank(rank)
    {
    }
    void over(const engine::Completion& completion) override
    {
        if (m_given.over)
            m_given.over(m_rank, completion);
    }
    void record(int, const engine::StepTail& tail) override
    {
        if (m_given.stepOver)
            m_given.stepOver(m_rank, tail);
    }

private:
    const TrainingCase& m_given;
    TrainingRank& m_rank;
};

// What a rank that takes turns has besides.
struct Turning {
    Turning(engine::Clock& clock, engine::Waiting& waiting, const engine::StopCheck& stop)
        : turns(clock, waiting, std::chrono::seconds(60))
        , ofDevice(clock, stop)
        , ofRun(turns.clock(), stop)
    {
    }

    turns::Turns turns;
    engine::Waiting ofDevice;
    engine::Waiting ofRun;
};

plan::Result<std::unique_ptr<Device>> makeDevice(const TrainingCase& given,
                                                 const TrainingSetup& setup, engine::Clock& clock,
                                                 engine::Waiting& waiting, Turning* turning)
{
    std::unique_ptr<Device> device = given.device
        ? given.device(clock, turning != nullptr ? turning->ofDevice : waiting)
        : std::make_unique<CpuDevice>(1, clock);
    if (given.overHost)
        device = std::make_unique<OverHost>(std::move(device));
    if (turning == nullptr)
        return device;
    auto times = turns::NetworkTimes::of(setup.strategy, setup.pipeline.schedule);
    if (!times)
        return times.error();
    return std::unique_ptr<Device>(
        std::make_unique<turns::TurnDevice>(std::move(device), *std::move(times), turning->turns));
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
    std::optional<Turning> turning;
    if (given.takeTurns)
        turning.emplace(clock, waiting, given.stop);
    auto opened = makeDevice(given, setup, clock, waiting, turning ? &*turning : nullptr);
    if (!opened)
        return opened.error();
    const std::unique_ptr<Device> device = *std::move(opened);
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
    std::vector<int> places(static_cast<std::size_t>(setup.grid.pipeline));
    std::iota(places.begin(), places.end(), 0);
    const auto messages
        = device->transport(transport,
                            {.world = **world,
                             .members = acrossPipeline(setup.grid, setup.place, places),
                             .pairs = setup.pipeline.pairs,
                             .messages = std::max(given.messageBuffers, setup.pipeline.buffers)});
    if (!messages)
        return messages.error();
    auto made = TrainingRank::make(setup,
                                   {.device = *device,
                                    .transport = **messages,
                                    .control = control,
                                    .world = **world,
                                    .waiting = turning ? turning->ofRun : waiting,
                                    .steps = given.steps,
                                    .messageBuffers = given.messageBuffers},
                                   groupsOn(*device, makeGroup));
    if (!made)
        return made.error();
    TrainingRank& own = **made;
    std::vector<Rerun> reruns;
    engine::Recorder recorder = engine::Recorder::silent();
    Telling telling(given, own);
    engine::RankRun run(own.setup().pipeline, own.machine(), telling, recorder, waiting);
    if (turning)
        if (auto begun = turning->turns.begin(**world); !begun)
            return begun;
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
    if (turning)
        turning->turns.end();
    if (auto closed = device->close(); !closed)
        return closed.error();
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
