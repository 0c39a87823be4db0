#include "engine/runtime/mpi/job.h"

#include "engine/runtime/mpi/mpi_clock.h"
#include "engine/runtime/mpi/mpi_transport.h"
#include "engine/runtime/pipeline_setup.h"
#include "engine/runtime/rank_run.h"

#include <algorithm>
#include <cstdio>

namespace engine {

namespace {

void printStep(int step, Nanoseconds measured, Nanoseconds predicted)
{
    const double milliseconds = static_cast<double>(measured.count()) / 1e6;
    const double expected = static_cast<double>(predicted.count()) / 1e6;
    std::printf("step %d: %.3f ms measured, %.3f ms predicted, %+.3f %%\n", step, milliseconds,
                expected, expected > 0 ? 100 * (milliseconds - expected) / expected : 0.0);
    std::fflush(stdout);
}

void printLateness(int rank, std::vector<Nanoseconds> lateness)
{
    if (lateness.empty())
        return;
    std::sort(lateness.begin(), lateness.end());
    const auto microseconds
        = [&](std::size_t index) { return static_cast<double>(lateness[index].count()) / 1e3; };
    const std::size_t last = lateness.size() - 1;
    std::printf("rank %d: lateness median %.1f us, p99 %.1f us, max %.1f us\n", rank,
                microseconds(last / 2), microseconds(last * 99 / 100), microseconds(last));
    std::fflush(stdout);
}

class EmulatedJob final : public Job {
public:
    EmulatedJob(const EngineOptions& options, std::string schedule, PipelineSetup setup,
                const WorldPlace& place)
        : m_options(options)
        , m_schedule(std::move(schedule))
        , m_setup(std::move(setup))
        , m_place(place)
    {
    }

    RecorderOptions describe() const override
    {
        return {.rank = m_place.rank,
                .ranks = m_place.ranks,
                .shape = m_setup.schedule.shape,
                .schedule = m_schedule,
                .device = std::string(strategy::runDevice(m_options.device).word),
                .emulated = true,
                .timeScale = m_options.timeScale};
    }

    plan::Outcome run(Waiting& waiting, Recorder& recorder,
                      const std::function<void()>& connected) override
    {
        if (auto outcome = connect(waiting, recorder); !outcome)
            return outcome;
        connected();
        RankRun run(m_setup, *m_transport, waiting, recorder);
        if (m_options.report)
            run.keepLateness();
        for (int step = 0; step < m_options.steps; ++step) {
            if (auto told = waiting.goesOn(); !told)
                return told;
            if (auto ran = run.step(step); !ran)
                return ran;
            if (m_options.report && m_place.rank == 0)
                printStep(step, run.makespan(), m_setup.predictedMakespan);
        }
        if (const std::size_t waits = m_transport->bufferWaits(); waits > 0)
            recorder.log(telemetry::LogLevel::Warning,
                         std::to_string(waits) + " messages waited for a free buffer");
        printLateness(m_place.rank, run.lateness());
        return plan::done();
    }

private:
    plan::Outcome connect(Waiting& waiting, Recorder& recorder)
    {
        const plan::Shape& shape = m_setup.schedule.shape;
        const Nanoseconds patience = patienceOf(m_setup, m_options.patience);
        auto transport = MpiTransport::open(MPI_COMM_WORLD,
                                            {.stages = shape.stages(),
                                             .microbatches = shape.microbatches,
                                             .messageBytes = m_setup.messageBytes,
                                             .leastBuffers = m_setup.buffers,
                                             .patience = patience,
                                             .pairs = m_setup.pairs},
                                            waiting);
        if (!transport)
            return transport.error();
        m_transport = std::move(*transport);
        const auto clock = setClock(MPI_COMM_WORLD, waiting, patience, m_options.measureClocks);
        if (!clock)
            return clock.error();
        m_transport->setClockOffset(clock->toRankZero);
        recorder.clock(*clock);
        if (m_options.measureClocks)
            std::printf("rank %d: clock of rank 0 is %+lld ns away, within %lld ns\n", m_place.rank,
                        static_cast<long long>(clock->toRankZero.offset.count()),
                        static_cast<long long>(clock->toRankZero.error.count()));
        return plan::done();
    }

    const EngineOptions m_options;
    const std::string m_schedule;
    const PipelineSetup m_setup;
    const WorldPlace m_place;
    std::unique_ptr<MpiTransport> m_transport;
};

} // namespace

plan::Result<std::unique_ptr<Job>> emulatedJob(const EngineOptions& options,
                                               const strategy::Strategy& strategy,
                                               const WorldPlace& place)
{
    auto setup = setUp(strategy, place.rank, place.ranks, options.timeScale);
    if (!setup)
        return setup.error();
    return std::unique_ptr<Job>(
        std::make_unique<EmulatedJob>(options, strategy.schedule.name, std::move(*setup), place));
}

} // namespace engine
