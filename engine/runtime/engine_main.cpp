// bubblescope-engine: one rank of one run.

#include "engine/runtime/engine_options.h"
#include "engine/runtime/lifeline.h"
#include "engine/runtime/mpi/mpi_clock.h"
#include "engine/runtime/mpi/mpi_transport.h"
#include "engine/runtime/pipeline_setup.h"
#include "engine/runtime/rank_run.h"
#include "engine/runtime/recorder.h"
#include "engine/strategy/yaml.h"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <new>

namespace engine {
namespace {

using namespace std::chrono_literals;

constexpr int kGood = 0;
constexpr int kFailed = 1;
constexpr int kBadInput = 2;

// MPI starts and ends by calls that block. If one does not return, SIGALRM ends the
// process, and with it mpirun ends the others.
constexpr unsigned kMostStartSeconds = 60;
constexpr unsigned kMostEndSeconds = 10;
constexpr unsigned kMostAbortSeconds = 2;

constexpr std::chrono::milliseconds kLastWords = 2000ms;
constexpr std::chrono::milliseconds kHastyLastWords = 300ms; // when told to stop

struct Input {
    EngineOptions options;
    strategy::Strategy strategy;
    PipelineSetup setup;
};

struct World {
    int rank = 0;
    int ranks = 1;
};

plan::Result<Input> readInput(std::span<const char* const> arguments, const World& world)
{
    auto options = parseEngineOptions(arguments);
    if (!options)
        return plan::Error{options.error().message + "\n" + std::string(kEngineUsage)};
    auto read = strategy::readStrategyFile(options->strategyFile);
    if (!read.strategy) {
        std::string lines;
        for (const auto& problem : read.problems)
            lines += (lines.empty() ? "" : "\n") + toText(options->strategyFile, problem);
        return plan::Error{lines};
    }
    auto setup = setUp(*read.strategy, world.rank, world.ranks);
    if (!setup)
        return plan::Error{options->strategyFile + ": " + setup.error().message};
    return Input{std::move(*options), std::move(*read.strategy), std::move(*setup)};
}

// The work's own result, or an error where there is no memory for it.
template <class Work>
auto orOutOfMemory(Work work) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return plan::Error{"this machine has no memory left for the run; use fewer ranks or "
                           "microbatches, or smaller messages"};
    }
}

// One rank speaks for all that cannot read their input.
bool allCanStart(const plan::Result<Input>& input, const World& world)
{
    int speaker = input ? world.ranks : world.rank;
    MPI_Allreduce(MPI_IN_PLACE, &speaker, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (speaker == world.rank)
        std::fputs((input.error().message + "\n").c_str(), stderr);
    return speaker == world.ranks;
}

plan::Result<Recorder> openRecorder(const Input& input, const World& world)
{
    if (input.options.endpoint.empty())
        return Recorder::silent();
    return Recorder::open({.endpoint = input.options.endpoint,
                           .run = input.options.run,
                           .rank = world.rank,
                           .ranks = world.ranks,
                           .shape = input.setup.schedule.shape,
                           .schedule = input.strategy.schedule.name,
                           .device = input.options.device,
                           .emulated = true});
}

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
    const auto microseconds = [&](std::size_t index) {
        return static_cast<double>(lateness[index].count()) / 1e3;
    };
    const std::size_t last = lateness.size() - 1;
    std::printf("rank %d: lateness median %.1f us, p99 %.1f us, max %.1f us\n", rank,
                microseconds(last / 2), microseconds(last * 99 / 100), microseconds(last));
    std::fflush(stdout);
}

plan::Result<std::unique_ptr<MpiTransport>> openTransport(const Input& input, Waiting& waiting)
{
    const plan::Shape& shape = input.setup.schedule.shape;
    return MpiTransport::open(MPI_COMM_WORLD,
                              {.stages = shape.stages(),
                               .microbatches = shape.microbatches,
                               .messageBytes = input.setup.messageBytes,
                               .leastBuffers = input.setup.buffers,
                               .patience = patienceOf(input.setup, input.options.patience),
                               .pairs = input.setup.pairs},
                              waiting);
}

plan::Outcome runSteps(const Input& input, MpiTransport& transport, Waiting& waiting,
                       Recorder& recorder)
{
    const int rank = transport.rank();
    const Nanoseconds patience = patienceOf(input.setup, input.options.patience);
    const auto clock
        = setClock(MPI_COMM_WORLD, waiting, patience, input.options.measureClocks);
    if (!clock)
        return clock.error();
    transport.setClockOffset(clock->toRankZero);
    recorder.clock(*clock);
    if (input.options.measureClocks)
        std::printf("rank %d: clock of rank 0 is %+lld ns away, within %lld ns\n", rank,
                    static_cast<long long>(clock->toRankZero.offset.count()),
                    static_cast<long long>(clock->toRankZero.error.count()));

    RankRun run(input.setup, transport, waiting, recorder);
    if (input.options.report)
        run.keepLateness();
    for (int step = 0; step < input.options.steps; ++step) {
        if (auto ran = run.step(step); !ran)
            return ran;
        if (input.options.report && rank == 0)
            printStep(step, run.makespan(), input.setup.predictedMakespan);
    }
    if (const std::size_t waits = transport.bufferWaits(); waits > 0)
        recorder.log(telemetry::LogLevel::Warning,
                     std::to_string(waits) + " messages waited for a free buffer");
    printLateness(rank, run.lateness());
    return plan::done();
}

// Never returns to a run that cannot go on: the other ranks are ended too.
int giveUp(const World& world, const Lifeline& lifeline, const plan::Error& error,
           Recorder& recorder)
{
    const bool asked = lifeline.wasAskedToStop();
    if (!asked || world.rank == 0)
        std::fprintf(stderr, "bubblescope-engine: rank %d: %s\n", world.rank,
                     error.message.c_str());
    recorder.log(asked ? telemetry::LogLevel::Info : telemetry::LogLevel::Error, error.message);
    recorder.close(asked ? telemetry::ByeReason::Stopped : telemetry::ByeReason::Failed,
                   error.message, asked ? kHastyLastWords : kLastWords);
    alarm(kMostAbortSeconds);
    MPI_Abort(MPI_COMM_WORLD, kFailed);
    return kFailed;
}

int finalize(int code)
{
    alarm(kMostEndSeconds);
    MPI_Finalize();
    alarm(0);
    return code;
}

int runEngine(int argc, char** argv)
{
    SystemClock clock;
    Lifeline lifeline(clock);
    alarm(kMostStartSeconds);
    int provided = MPI_THREAD_SINGLE;
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return kFailed;
    World world;
    MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world.ranks);

    const auto input = orOutOfMemory([&] {
        return readInput({argv + std::min(argc, 1), static_cast<std::size_t>(std::max(argc - 1, 0))},
                         world);
    });
    if (!allCanStart(input, world))
        return finalize(kBadInput);

    auto recorder = openRecorder(*input, world);
    if (!recorder) {
        if (world.rank == 0)
            std::fprintf(stderr, "bubblescope-engine: %s\n", recorder.error().message.c_str());
        return finalize(kBadInput);
    }
    alarm(0);
    lifeline.watchCollector([&recorder] { return recorder->lost(); });
    Waiting waiting(clock, [&lifeline] { return lifeline.stopReason(); });
    {
        // Lives until the other ranks are ended: they may still read its buffers.
        auto transport = orOutOfMemory([&] { return openTransport(*input, waiting); });
        if (!transport)
            return giveUp(world, lifeline, transport.error(), *recorder);
        const auto ran
            = orOutOfMemory([&] { return runSteps(*input, **transport, waiting, *recorder); });
        if (!ran)
            return giveUp(world, lifeline, ran.error(), *recorder);
    }
    recorder->close(telemetry::ByeReason::Finished, "", kLastWords);
    return finalize(kGood);
}

} // namespace
} // namespace engine

int main(int argc, char** argv) { return engine::runEngine(argc, argv); }
