#include "engine/runtime/cpu/cpu_communicator.h"
#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/host_store.h"
#include "engine/runtime/mpi/job.h"
#include "engine/runtime/mpi/mpi_world.h"
#include "engine/runtime/training/telemetry_commands.h"
#include "engine/runtime/training/training_run.h"

#include <cstdio>

namespace engine {

using namespace std::chrono_literals;

namespace {

// Of one wait, unless given: nothing is known of how long an op of this model takes here.
constexpr Nanoseconds kPatience = 10min;

class CpuJob final : public Job {
public:
    CpuJob(const EngineOptions& options, training::TrainingSetup setup, const WorldPlace& place)
        : m_options(options)
        , m_setup(std::move(setup))
        , m_place(place)
        , m_kernels(options.threads)
    {
    }

    RecorderOptions describe() const override
    {
        return {.rank = m_place.rank,
                .ranks = m_place.ranks,
                .shape = m_setup.pipeline.schedule.shape,
                .schedule = m_setup.strategy.schedule.name,
                .device = m_options.device,
                .emulated = false};
    }

    plan::Outcome run(Waiting& waiting, Recorder& recorder,
                      const std::function<void()>& connected) override
    {
        auto world = MpiWorld::open(
            m_setup, m_options.patience ? Nanoseconds(*m_options.patience) : kPatience,
            m_options.measureClocks, waiting);
        if (!world)
            return world.error();
        m_world = std::move(*world);
        recorder.clock(m_world->clock());
        recorder.log(telemetry::LogLevel::Info, training::cpuDescription(m_options.threads));
        auto rank = training::TrainingRank::make(m_setup,
                                                 {.kernels = m_kernels,
                                                  .store = m_store,
                                                  .lanes = m_lanes,
                                                  .world = m_world->world(),
                                                  .transport = m_world->transport(),
                                                  .waiting = waiting,
                                                  .steps = m_options.steps,
                                                  .clockOffset = m_world->clock().toRankZero.offset,
                                                  .messageBuffers = m_world->transport().buffers(),
                                                  .onConnected = connected},
                                                 training::cpuGroups(m_world->makeGroup()));
        if (!rank)
            return rank.error();
        m_rank = std::move(*rank);
        return train(waiting, recorder);
    }

    std::optional<std::string> stopped() const override { return m_stopped; }

private:
    plan::Outcome train(Waiting& waiting, Recorder& recorder)
    {
        const bool listening = !m_options.control.empty();
        if (listening && m_place.rank == 0) {
            auto commands = training::TelemetryCommands::open(m_options.control, m_options.run);
            if (!commands)
                return commands.error();
            m_commands = std::move(*commands);
        }
        training::CommandRelay relay(m_rank->world(), m_commands.get(), listening, waiting);
        training::TrainingRun run({.steps = m_options.steps,
                                   .checkpoints = m_options.checkpoints,
                                   .resume = m_options.resume,
                                   .flip = m_options.flip,
                                   .measureClocks = [&]() -> plan::Result<Nanoseconds> {
                                       auto measured = m_world->measureClocks();
                                       if (!measured)
                                           return measured.error();
                                       recorder.clock(m_world->clock());
                                       return m_world->clock().toRankZero.offset;
                                   }},
                                  *m_rank, relay, recorder, waiting);
        if (m_options.report && m_place.rank == 0)
            run.onStep(printStep);
        auto ran = run.run();
        m_stopped = run.stopped();
        return ran;
    }

    static void printStep(int step, const training::StepNumbers& numbers, Nanoseconds lasted)
    {
        std::printf("step %d: %.3f ms, loss %.7g, gradient norm %.7g\n", step,
                    static_cast<double>(lasted.count()) / 1e6, numbers.loss, numbers.gradientNorm);
        std::fflush(stdout);
    }

    const EngineOptions m_options;
    const training::TrainingSetup m_setup;
    const WorldPlace m_place;
    SystemClock m_clock;
    HostLanes m_lanes{m_clock};
    training::CpuKernels m_kernels;
    training::HostStore m_store;
    std::unique_ptr<MpiWorld> m_world; // outlives the groups of the rank
    std::unique_ptr<training::TrainingRank> m_rank;
    std::unique_ptr<training::TelemetryCommands> m_commands;
    std::optional<std::string> m_stopped;
};

} // namespace

plan::Result<std::unique_ptr<Job>>
cpuJob(const EngineOptions& options, const strategy::Strategy& strategy, const WorldPlace& place)
{
    auto setup = training::setUpTraining(strategy, place.rank, place.ranks);
    if (!setup)
        return setup.error();
    return std::unique_ptr<Job>(std::make_unique<CpuJob>(options, std::move(*setup), place));
}

} // namespace engine
