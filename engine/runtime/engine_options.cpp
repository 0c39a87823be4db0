#include "engine/runtime/engine_options.h"

#include "engine/options/command_line.h"
#include "engine/options/values.h"
#include "engine/strategy/estimate/time_scale.h"
#include "engine/strategy/gpu_share.h"

#include <CLI/CLI.hpp>

namespace engine {
namespace {

constexpr int kMostSteps = 1'000'000'000;
constexpr int kLongestTimeoutSeconds = 86'400;
constexpr int kMostThreads = 1024;

plan::Outcome readFlip(const std::string& word, std::optional<plan::BitFlip>& flip)
{
    flip = plan::parseBitFlip(word);
    return flip ? plan::done()
                : plan::Outcome(plan::Error{"must be RANK:STEP:OP, as in 1:12:2F0, not "
                                            + options::inQuotes(word)});
}

plan::Outcome readSlow(const std::string& word, std::optional<plan::Slowdown>& slow)
{
    slow = plan::parseSlowdown(word);
    return slow ? plan::done()
                : plan::Outcome(plan::Error{"must be RANK:STEP:FACTOR, as in 2:0:1.5, not "
                                            + options::inQuotes(word)});
}

std::vector<std::pair<std::string, strategy::RunDeviceKind>> devices()
{
    std::vector<std::pair<std::string, strategy::RunDeviceKind>> known;
    known.reserve(strategy::kRunDevices.size());
    for (const strategy::RunDevice& device : strategy::kRunDevices)
        known.emplace_back(device.word, device.kind);
    return known;
}

// Besides what a run has, what says how telemetry goes: it must be one of two.
struct Words {
    EngineOptions options;
    bool noTelemetry = false;
};

void addCommon(CLI::App& app, Words& words)
{
    EngineOptions& options = words.options;
    options::addText(app, "strategy", "STRATEGY.yaml", options.strategyFile,
                     "strategy file to run");
    options::addText(app, "--connection", "FILE", options.connection,
                     "connection file of the run: where its collector is, and the keys to it");
    options::addFlag(app, "--no-telemetry", words.noTelemetry, "runs without a collector");
    options::addText(app, "--supervisor", "PID@BOOT-ID", options.supervisor,
                     "process of the supervisor; the ranks end with it");
    options::addNumber(app, "--steps", "N", options.steps, 1, kMostSteps, "number of steps");
    options::addChoice(app, "--device", "D", options.device, devices(),
                       "device to compute on (default: emulated)");
    options::addNumber(
        app, "--time-scale", "X", options.timeScale, strategy::kLeastTimeScale,
        strategy::kMostTimeScale,
        "on a device that is paced: one second stands for X predicted seconds (default: 1)");
    options::addValue(
        app, "--timeout", "SECONDS",
        [&options](const std::string& word) -> plan::Outcome {
            const auto seconds = options::numberIn(word, 1, kLongestTimeoutSeconds);
            if (!seconds)
                return seconds.error();
            options.patience = std::chrono::seconds(*seconds);
            return plan::done();
        },
        "limit of any single wait (default: derived from the prediction)");
    options::addValue(
        app, "--slow", "RANK:STEP:FACTOR",
        [&options](const std::string& word) { return readSlow(word, options.slow); },
        "from that step on everything that the rank computes takes so many times as long");
    options::addFlag(
        app, "--devices", options.devices,
        "says as JSON which GPUs this machine has, or what is missing, and runs nothing");
    options::addText(
        app, "--look", "FILE", options.look,
        "says as JSON whether this host can take ranks of the run with that connection "
        "file, and runs nothing");
    options::addFlag(app, "--report", options.report,
                     "rank 0 prints step times, and every rank its lateness");
    options::addFlag(app, "--measure-clocks", options.measureClocks,
                     "measures clock offsets even between ranks that share a clock");
}

void addTraining(CLI::App& app, EngineOptions& options)
{
    const std::string where = "on a device that trains: ";
    options::addNumber(app, "--threads", "N", options.threads, 1, kMostThreads,
                       where + "number of threads per rank");
    options::addNumber(app, "--gpus-per-rank", "X", options.gpusPerRank,
                       strategy::kLeastGpusPerRank, 1.0,
                       "on GPUs: 0.5 lets two ranks share one (default: 1)");
    options::addFlag(app, "--deterministic", options.deterministic,
                     "on GPUs: sums among ranks are taken in one order, as processors do");
    options::addChoice<GpuMessages>(
        app, "--messages", "M", options.messages,
        {{"auto", GpuMessages::Auto}, {"nccl", GpuMessages::Nccl}, {"host", GpuMessages::Host}},
        "on GPUs: way between them (default: auto, nccl or, where that refuses, host)");
    options::addFlag(app, "--take-turns", options.takeTurns,
                     where + "one rank works at a time, and times are those of a device for each");
    options::addFlag(app, "--deep", options.deep,
                     "on GPUs: records the kernels within each op, by CUPTI");
    options::addText(app, "--checkpoints", "FOLDER", options.checkpoints,
                     where + "folder to write checkpoints to");
    options::addText(app, "--resume", "FOLDER", options.resume,
                     where + "continues from a checkpoint, or from the last one in a folder");
    options::addText(app, "--flight-records", "FOLDER", options.flightRecords,
                     where + "folder for what groups of GPUs did last, where one hangs");
    options::addValue(
        app, "--flip-bit", "RANK:STEP:OP",
        [&options](const std::string& word) { return readFlip(word, options.flip); },
        where + "flips one bit in the result of an op");
}

// What is typed goes to `words`.
class EngineLine : public options::CommandLine {
public:
    explicit EngineLine(Words& words)
        : CommandLine("bubblescope-engine",
                      "Runs one rank of a strategy; mpirun starts one process per rank.")
    {
        addCommon(root(), words);
        addTraining(root(), words.options);
    }
};

} // namespace

plan::Result<EngineOptions> parseEngineOptions(std::span<const char* const> arguments)
{
    Words words;
    const auto parsed = EngineLine(words).parse({arguments.begin(), arguments.end()});
    if (!parsed)
        return parsed.error();
    EngineOptions& options = words.options;
    if (options.devices || !options.look.empty())
        return std::move(options);
    if (options.strategyFile.empty())
        return plan::Error{"name the strategy file to run; see bubblescope-engine --help"};
    if (options.deterministic && options.device != strategy::RunDeviceKind::Cuda)
        return plan::Error{
            "--deterministic goes with --device cuda only: other devices always are; "
            "see bubblescope-engine --help"};
    if (options.messages != GpuMessages::Auto && options.device != strategy::RunDeviceKind::Cuda)
        return plan::Error{
            "--messages goes with --device cuda only; see bubblescope-engine --help"};
    if (options.takeTurns && !strategy::runDevice(options.device).trains)
        return plan::Error{"--take-turns goes with a device that trains only: others do not "
                           "compute; see bubblescope-engine --help"};
    if (options.takeTurns && options.messages == GpuMessages::Nccl)
        return plan::Error{"--take-turns has messages go over the host, so --messages nccl does "
                           "not go with it; see bubblescope-engine --help"};
    if (options.deep && options.device != strategy::RunDeviceKind::Cuda)
        return plan::Error{"--deep goes with --device cuda only; see bubblescope-engine --help"};
    if (words.noTelemetry != options.connection.empty())
        return plan::Error{"give the run's --connection file, or --no-telemetry; see "
                           "bubblescope-engine --help"};
    return std::move(options);
}

std::optional<std::string> engineAnswer(std::span<const char* const> arguments)
{
    Words words;
    const auto parsed = EngineLine(words).parse({arguments.begin(), arguments.end()});
    return parsed ? *parsed : std::nullopt;
}

} // namespace engine
