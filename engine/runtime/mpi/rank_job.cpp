#include "engine/runtime/mpi/rank_job.h"

#include "engine/runtime/emulated/paced_backend.h"
#include "engine/runtime/emulated/paced_report.h"
#include "engine/runtime/mpi/rank_device.h"
#include "engine/runtime/training/duties/training_duties.h"
#include "engine/runtime/training/telemetry_commands.h"

#include <cstdio>
#include <utility>

namespace engine {

using namespace std::chrono_literals;

namespace {

// Of one wait of a rank that trains, unless given: nothing is known of how long an op of this
// model takes here.
constexpr Nanoseconds kTrainingPatience = 10min;

// From agreeing on a paced step's beginning to it: the time every rank needs to notice, when many
// share a core.
constexpr Nanoseconds kStartMargin = 2ms;
constexpr Nanoseconds kStartMarginOfRank = 200us;

void printStep(int step, const training::StepNumbers& numbers, Nanoseconds lasted)
{
    std::printf("step %d: %.3f ms, loss %.7g, gradient norm %.7g\n", step,
                static_cast<double>(lasted.count()) / 1e6, numbers.loss, numbers.gradientNorm);
    std::fflush(stdout);
}

PacedPlan pacedPlan(const PipelineSetup& setup, int rank, const std::optional<plan::Slowdown>& slow)
{
    PacedPlan plan{.placement = setup.schedule.placement,
                   .costs = setup.costs,
                   .activationBytes = setup.activationBytes};
    for (const plan::Span& span : setup.planned)
        plan.starts[span.op] = span.start;
    if (slow && slow->rank == rank)
        plan.slow = *slow;
    return plan;
}

} // namespace

struct RankJob::Trainer {
    std::unique_ptr<HostCommunicator> world; // all ranks of the run
    std::unique_ptr<RankDevice> device;
    std::unique_ptr<training::TrainingRank> rank;
    std::unique_ptr<training::TelemetryCommands> commands; // on rank 0, if any come
};

plan::Result<std::unique_ptr<RankJob>>
RankJob::make(const EngineOptions& options, const std::optional<telemetry::Connection>& connection,
              const strategy::Strategy& strategy, const WorldPlace& place)
{
    std::unique_ptr<RankJob> job(new RankJob(options, connection, strategy, place));
    if (auto set = job->setUp(strategy); !set)
        return set.error();
    return job;
}

RankJob::RankJob(EngineOptions options, std::optional<telemetry::Connection> connection,
                 const strategy::Strategy& strategy, const WorldPlace& place)
    : m_options(std::move(options))
    , m_connection(std::move(connection))
    , m_schedule(strategy.schedule.name)
    , m_place(place)
{
}

RankJob::~RankJob() = default;

plan::Outcome RankJob::setUp(const strategy::Strategy& strategy)
{
    if (strategy::runDevice(m_options.device).trains) {
        auto setup = training::setUpTraining(strategy, m_place.rank, m_place.ranks);
        if (!setup)
            return setup.error();
        m_training = std::move(*setup);
        return plan::done();
    }
    auto setup = engine::setUp(strategy, m_place.rank, m_place.ranks, m_options.timeScale);
    if (!setup)
        return setup.error();
    m_paced = std::move(*setup);
    return plan::done();
}

const PipelineSetup& RankJob::pipeline() const
{
    return m_training ? m_training->pipeline : m_paced;
}

RecorderOptions RankJob::describe() const
{
    return {.rank = m_place.rank,
            .ranks = m_place.ranks,
            .shape = pipeline().schedule.shape,
            .schedule = m_schedule,
            .device = std::string(strategy::runDevice(m_options.device).word),
            .emulated = strategy::runDevice(m_options.device).paced,
            .takesTurns = m_options.takeTurns,
            .timeScale = m_training ? 1 : m_options.timeScale,
            .detail = telemetry::usualDetail(
                static_cast<std::uint32_t>(m_place.rank), static_cast<std::uint32_t>(m_place.ranks),
                static_cast<std::uint32_t>(pipeline().schedule.shape.ranks))};
}

Nanoseconds RankJob::patience() const
{
    if (!m_training)
        return patienceOf(m_paced, m_options.patience);
    return m_options.patience ? Nanoseconds(*m_options.patience) : kTrainingPatience;
}

plan::Outcome RankJob::run(Waiting& waiting, Recorder& recorder, const MayBlock& mayBlock)
{
    mayBlock(true);
    if (auto outcome = connect(waiting, recorder); !outcome)
        return outcome;
    mayBlock(false);
    if (!m_training)
        return runPaced(waiting, recorder);
    auto ran = runTraining(waiting, recorder, mayBlock);
    return ran ? ran : explained(ran.error(), waiting, recorder);
}

plan::Error RankJob::explained(plan::Error error, const Waiting& waiting, Recorder& recorder)
{
    if (m_trainer == nullptr || m_trainer->device == nullptr)
        return error;
    // Whoever is told to stop says as much as the one that failed: which of them held up the others
    // shows only where all do.
    m_trainer->device->device().noteFailure(error);
    if (!m_trainer->device->counts() || !waiting.goesOn())
        return error;
    // A fault that the device reports is the cause, and often later to be heard of than what comes
    // of it.
    const DeviceNews news = m_trainer->device->lookAgain();
    recorder.device(news);
    if (!news.faults.empty())
        error.message += "; " + news.faults.front();
    return error;
}

plan::Outcome RankJob::connect(Waiting& waiting, Recorder& recorder)
{
    WorldOptions options{.place = m_place.rank, .measureClocks = m_options.measureClocks};
    if (m_training) {
        const training::Grid& grid = m_training->grid;
        // Ranks of one pipeline stand `replicas` apart, so that replicas of one stage are
        // neighbours; see Grid.
        options.replica = m_place.rank % grid.replicas();
        options.place = m_training->place.pipeline;
    }
    options.patience = patience();
    auto world = MpiWorld::open(pipeline(), options, waiting);
    if (!world)
        return world.error();
    m_world = std::move(*world);
    const RankClock& clock = m_world->clock();
    // Before the first span, which a viewer can only place with it.
    recorder.clock(clock);
    if (m_options.measureClocks)
        std::printf("rank %d: clock of rank 0 is %+lld ns away, within %lld ns\n", m_place.rank,
                    static_cast<long long>(clock.toRankZero.offset.count()),
                    static_cast<long long>(clock.toRankZero.error.count()));
    return plan::done();
}

plan::Outcome RankJob::runPaced(Waiting& waiting, Recorder& recorder)
{
    PacedBackend backend(pacedPlan(m_paced, m_place.rank, m_options.slow), m_world->transport(),
                         waiting);
    RankMachine machine({.lastStage = m_paced.schedule.shape.stages() - 1,
                         .startMargin = kStartMargin + kStartMarginOfRank * m_place.ranks,
                         .clockOffset = m_world->clock().toRankZero.offset},
                        backend, m_lanes, m_world->transport(), m_world->control(), waiting);
    PacedReport report(m_world->control(), m_paced.predictedMakespan);
    RunDuties none;
    RunDuties& duties = m_options.report ? report : none;
    RankRun run(m_paced, machine, duties, recorder, waiting);
    if (auto ran = run.run(m_options.steps); !ran)
        return ran;
    // Not an error: the schedule asked for more messages at once than fit in memory, and its times
    // suffered.
    if (const std::size_t waits = m_world->transport().bufferWaits(); waits > 0)
        recorder.log(telemetry::LogLevel::Warning,
                     std::to_string(waits) + " messages waited for a free buffer");
    return plan::done();
}

plan::Outcome RankJob::runTraining(Waiting& waiting, Recorder& recorder, const MayBlock& mayBlock)
{
    m_trainer = std::make_unique<Trainer>();
    const training::MakeHostGroup makeGroup
        = [&](const std::string& name, const std::vector<int>& members) {
              mayBlock(true);
              auto group = m_world->makeGroup(name, members);
              mayBlock(false);
              return group;
          };
    auto everybody = makeGroup("world", training::allRanks(m_training->grid));
    if (!everybody)
        return everybody.error();
    // The first group, made by all ranks in the same place of the global order of groups.
    m_trainer->world = std::move(*everybody);
    auto device = RankDevice::open({.options = m_options,
                                    .setup = *m_training,
                                    .world = *m_world,
                                    .everybody = *m_trainer->world,
                                    .clock = m_clock,
                                    .waiting = waiting,
                                    .patience = patience()},
                                   recorder);
    if (!device)
        return device.error();
    m_trainer->device = std::move(*device);
    const auto transport = m_trainer->device->transport();
    if (!transport)
        return transport.error();
    training::Device& own = m_trainer->device->device();
    auto rank = training::TrainingRank::make(*m_training,
                                             {.device = own,
                                              .transport = **transport,
                                              .control = m_world->control(),
                                              .world = *m_trainer->world,
                                              .waiting = m_trainer->device->waiting(),
                                              .steps = m_options.steps,
                                              .clockOffset = m_world->clock().toRankZero.offset,
                                              .messageBuffers = m_world->transport().buffers()},
                                             training::groupsOn(own, makeGroup));
    if (!rank)
        return rank.error();
    m_trainer->rank = std::move(*rank);
    own.setWitness([this] { return standing(); });
    if (auto begun = m_trainer->device->beginTurns(); !begun)
        return begun;
    auto trained = train(waiting, recorder);
    // Before anybody waits for the others within MPI, where nothing is given away.
    m_trainer->device->endTurns();
    return trained ? own.close() : trained;
}

// Ranks of the run, not of its pipeline.
std::optional<Standing> RankJob::standing() const
{
    auto standing = m_trainer->rank->machine().standing();
    if (standing && standing->awaits)
        standing->awaits
            = acrossPipeline(m_training->grid, m_training->place, {*standing->awaits}).front();
    return standing;
}

std::function<DeviceNews()> RankJob::deviceNews()
{
    if (!m_trainer->device->counts())
        return {};
    return [this] { return m_trainer->device->takeNews(); };
}

plan::Outcome RankJob::train(Waiting& waiting, Recorder& recorder)
{
    training::TrainingRank& rank = *m_trainer->rank;
    const bool listening = m_connection && !m_connection->controlEndpoint.empty();
    // One rank listens, and the relay tells the others between two steps: commands must mean the
    // same step on all.
    if (listening && m_place.rank == 0) {
        auto commands = training::TelemetryCommands::open(*m_connection);
        if (!commands)
            return commands.error();
        m_trainer->commands = std::move(*commands);
    }
    training::CommandRelay relay(rank.world(), m_trainer->commands.get(), listening, waiting);
    training::TrainingDuties duties({.steps = m_options.steps,
                                     .checkpoints = m_options.checkpoints,
                                     .resume = m_options.resume,
                                     .flip = m_options.flip,
                                     .slow = m_options.slow,
                                     .fixedPatience = m_options.patience.has_value(),
                                     .deviceNews = deviceNews(),
                                     .measureClocks = [&]() -> plan::Result<Nanoseconds> {
                                         auto measured = m_world->measureClocks();
                                         if (!measured)
                                             return measured.error();
                                         recorder.clock(m_world->clock());
                                         return m_world->clock().toRankZero.offset;
                                     }},
                                    rank, relay, recorder);
    if (m_options.report && m_place.rank == 0)
        duties.onStep(printStep);
    RankRun run(rank.setup().pipeline, rank.machine(), duties, recorder, waiting);
    auto ran = run.run(m_options.steps);
    m_stopped = run.stopped();
    return ran;
}

} // namespace engine
