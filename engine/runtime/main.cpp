// bubblescope-engine: one rank of one run.

#include "engine/runtime/engine_options.h"
#include "engine/runtime/host_look.h"
#include "engine/runtime/lifeline.h"
#include "engine/runtime/mpi/mpi_check.h"
#include "engine/runtime/mpi/node_meeting.h"
#include "engine/runtime/mpi/rank_job.h"
#include "engine/runtime/training/device_module.h"
#include "engine/runtime/training/gpu_environment.h"
#include "engine/strategy/yaml.h"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <optional>
#include <utility>

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

// A host that does not answer may be reached again, and its supervisor with it.
constexpr std::chrono::seconds kSilentElsewhere{600};

struct Input {
    EngineOptions options;
    std::optional<telemetry::Connection> connection; // none: no telemetry
    std::unique_ptr<RankJob> job;
};

plan::Result<Input> readInput(std::span<const char* const> arguments, const WorldPlace& place)
{
    auto options = parseEngineOptions(arguments);
    if (!options)
        return options.error();
    auto read = strategy::readStrategyFile(options->strategyFile);
    if (!read.strategy) {
        std::string lines;
        for (const auto& problem : read.problems)
            lines += (lines.empty() ? "" : "\n") + toText(options->strategyFile, problem);
        return plan::Error{lines};
    }
    std::optional<telemetry::Connection> connection;
    if (!options->connection.empty()) {
        auto found = telemetry::readConnection(options->connection);
        if (!found)
            return plan::Error{found.error().message};
        connection = *std::move(found);
    }
    auto job = RankJob::make(*options, connection, *read.strategy, place);
    if (!job)
        return plan::Error{options->strategyFile + ": " + job.error().message};
    return Input{std::move(*options), std::move(connection), std::move(*job)};
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

// One rank speaks for all that cannot: `problem` is why this one cannot.
bool allCanStart(const std::optional<plan::Error>& problem, const WorldPlace& place)
{
    const int own = problem ? place.rank : place.ranks;
    // The lowest rank with a problem, or the number of ranks where nobody has one.
    int speaker = own;
    if (const auto error
        = mpiError(MPI_Allreduce(&own, &speaker, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD),
                   "agreeing on the start")) {
        std::fprintf(stderr, "bubblescope-engine: rank %d: %s\n", place.rank,
                     error->message.c_str());
        return false;
    }
    if (problem && speaker == place.rank)
        std::fputs((problem->message + "\n").c_str(), stderr);
    return !problem && speaker == place.ranks;
}

// Why the ranks cannot take turns as asked, or nothing.
std::optional<plan::Error> whyNoTurns(const EngineOptions& options, const WorldPlace& place)
{
    if (!options.takeTurns)
        return std::nullopt;
    MPI_Comm machine = MPI_COMM_NULL;
    if (auto error = mpiError(
            MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine),
            "finding the ranks of this machine"))
        return error;
    int here = 0;
    MPI_Comm_size(machine, &here);
    MPI_Comm_free(&machine);
    if (here == place.ranks)
        return std::nullopt;
    return plan::Error{"--take-turns: all " + std::to_string(place.ranks)
                       + " ranks must share a machine, and that of rank "
                       + std::to_string(place.rank) + " has " + std::to_string(here)
                       + " of them; run them on one machine"};
}

template <class T>
std::optional<plan::Error> problemOf(const plan::Result<T>& result)
{
    return result ? std::nullopt : std::optional(result.error());
}

plan::Result<Recorder> openRecorder(const Input& input, const NodeMeeting& node)
{
    if (!input.connection)
        return Recorder::silent();
    RecorderOptions options = input.job->describe();
    options.endpoint = input.connection->rankEndpoint;
    if (!node.endpoint().empty())
        options.otherEndpoints = {std::exchange(options.endpoint, node.endpoint())};
    options.curve = input.connection->asRank();
    options.run = input.connection->run;
    auto recorder = Recorder::open(options);
    if (recorder && !node.why().empty())
        recorder->log(telemetry::LogLevel::Warning,
                      "the ranks of this host each go to the collector themselves: " + node.why());
    return recorder;
}

// Never returns to a run that cannot go on: the other ranks are ended too.
int giveUp(const WorldPlace& place, const Lifeline& lifeline, const plan::Error& error,
           Recorder& recorder, NodeMeeting& node)
{
    const bool asked = lifeline.wasAskedToStop();
    if (!asked || place.rank == 0)
        std::fprintf(stderr, "bubblescope-engine: rank %d: %s\n", place.rank,
                     error.message.c_str());
    recorder.log(asked ? telemetry::LogLevel::Info : telemetry::LogLevel::Error, error.message);
    recorder.close(asked ? telemetry::ByeReason::Stopped : telemetry::ByeReason::Failed,
                   error.message, asked ? kHastyLastWords : kLastWords);
    node.close(kHastyLastWords);
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

training::GpuList gpusOfThisMachine()
{
    const auto module = training::loadCudaModule();
    if (!module)
        return {.missing = module.error().message};
    return (*module)->look();
}

int runEngine(int argc, char** argv)
{
    training::prepareGpuEnvironment();
    SystemClock clock;
    Lifeline lifeline(clock);
    alarm(kMostStartSeconds);
    int provided = MPI_THREAD_SINGLE;
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return kFailed;
    // Errors are sentences of ours. Communicators made of this one inherit that.
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    WorldPlace place;
    MPI_Comm_rank(MPI_COMM_WORLD, &place.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &place.ranks);

    auto input = orOutOfMemory([&] {
        return readInput(
            {argv + std::min(argc, 1), static_cast<std::size_t>(std::max(argc - 1, 0))}, place);
    });
    if (!allCanStart(problemOf(input), place))
        return finalize(kBadInput);

    // With its communication between all ranks, which all that could read their input do.
    if (!allCanStart(whyNoTurns(input->options, place), place))
        return finalize(kBadInput);

    WatchedProcess supervisor(input->options.supervisor,
                              input->connection ? input->connection->rankEndpoint : "");
    // Behind the check above all ranks are here, with or without telemetry.
    auto node = input->connection ? NodeMeeting::open(*input->connection, place) : NodeMeeting();
    if (!allCanStart(problemOf(node), place))
        return finalize(kBadInput);
    auto recorder = orOutOfMemory([&] { return openRecorder(*input, *node); });
    if (!allCanStart(problemOf(recorder), place))
        return finalize(kBadInput);
    alarm(0);
    lifeline.watchCollector([&recorder] { return recorder->lost(); }, std::move(supervisor),
                            input->options.supervisor.empty() ? 0s : kSilentElsewhere);
    Waiting waiting(clock, [&lifeline] { return lifeline.stopReason(); });
    const auto ran = orOutOfMemory([&] {
        return input->job->run(waiting, *recorder,
                               [](bool blocks) { alarm(blocks ? kMostStartSeconds : 0); });
    });
    alarm(0);
    if (!ran)
        return giveUp(place, lifeline, ran.error(), *recorder, *node);
    const auto stopped = input->job->stopped();
    // Communicators must be freed while MPI still runs, and before the goodbye, which says that all
    // went well.
    input->job.reset();
    recorder->close(stopped ? telemetry::ByeReason::Stopped : telemetry::ByeReason::Finished,
                    stopped.value_or(""), kLastWords);
    node->close(kLastWords);
    return finalize(kGood);
}

} // namespace
} // namespace engine

int main(int argc, char** argv)
{
    // A question needs no mpirun.
    if (const auto answer = engine::engineAnswer({argv + 1, argv + argc})) {
        std::fputs(answer->c_str(), stdout);
        return 0;
    }
    const auto options = engine::parseEngineOptions({argv + 1, argv + argc});
    if (options && options->devices) {
        std::puts(training::toJson(engine::gpusOfThisMachine()).c_str());
        return 0;
    }
    if (options && !options->look.empty()) {
        std::puts(engine::lookAtHost(options->look).c_str());
        return 0;
    }
    return engine::runEngine(argc, argv);
}
