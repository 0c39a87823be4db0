#include "engine/launch/run_options.h"

#include "engine/launch/run_command.h"
#include "engine/options/values.h"
#include "engine/strategy/estimate/time_scale.h"
#include "engine/strategy/gpu_share.h"
#include "telemetry/wire.h"

#include <CLI/CLI.hpp>

namespace launch {

namespace {

// Of those that have it, "cpu or cuda".
std::string devicesThat(bool strategy::RunDevice::*have)
{
    std::vector<std::string> words;
    for (const strategy::RunDevice& device : strategy::kRunDevices)
        if (device.*have)
            words.emplace_back(device.word);
    return options::listOf(words);
}

void addDevice(CLI::App& app, RunRequest& request)
{
    using Device = const strategy::RunDevice*;
    std::vector<std::pair<std::string, Device>> choices{{"auto", nullptr}};
    for (const strategy::RunDevice& device : strategy::kRunDevices)
        choices.emplace_back(device.word, &device);
    options::addChoice(app, "--device", "D", request.device, choices,
                       "device that the ranks compute on (auto: cuda where it can, else emulated)");
}

constexpr int kMostRanks = static_cast<int>(telemetry::kMaxRanks);

plan::Outcome readFlip(const std::string& word, std::optional<plan::BitFlip>& flip)
{
    flip = plan::parseBitFlip(word);
    // Within what any run may have; whether this one has such a rank is known once the strategy is
    // read.
    if (flip && flip->rank < kMostRanks && flip->step < kMaxSteps)
        return plan::done();
    return plan::Error{"must be RANK:STEP:OP, as 1:3:2F0 for rank 1, step 3 and the forward of "
                       "stage 2 on microbatch 0, not "
                       + options::inQuotes(word)};
}

plan::Outcome readSlow(const std::string& word, std::optional<plan::Slowdown>& slow)
{
    slow = plan::parseSlowdown(word);
    if (slow && slow->rank < kMostRanks && slow->step < kMaxSteps)
        return plan::done();
    return plan::Error{
        "must be RANK:STEP:FACTOR, as 2:0:1.5 for rank 2, which takes one and a half "
        "times as long from step 0 on, not "
        + options::inQuotes(word)};
}

void addOptions(CLI::App& app, RunRequest& request)
{
    options::addText(app, "file", "FILE", request.strategy, "strategy file to run");
    options::addNumber(app, "--steps", "N", request.steps, std::int64_t{1}, kMaxSteps,
                       "number of steps, from 1 to 1000000");
    addDevice(app, request);
    options::addText(app, "--listen", "ENDPOINT", request.listen,
                     "endpoint for viewers (default: ipc:// in the socket directory of the run)");
    options::addText(app, "--record", "DIR", request.record,
                     "directory to record the run in; must be new or empty");
    options::addText(app, "--json", "OUT", request.json, "writes the report as JSON; - is stdout");
    options::addNumber(app, "--time-scale", "X", request.timeScale, strategy::kLeastTimeScale,
                       strategy::kMostTimeScale,
                       "--device " + devicesThat(&strategy::RunDevice::paced)
                           + ": one second stands for X predicted seconds (default: such that a "
                             "step takes about 0.3 to 1 s where the cost model gives the times, "
                             "otherwise 1)");
    options::addValue(
        app, "--slow", "R:S:X",
        [&request](const std::string& word) { return readSlow(word, request.slow); },
        "from step S on rank R takes X times as long for everything it computes, as a slow "
        "device would");
    options::addValue(
        app, "--timeout", "SECONDS",
        [&request](const std::string& word) -> plan::Outcome {
            const auto seconds = options::numberIn(word, 1, kMaxTimeoutSeconds);
            if (!seconds)
                return seconds.error();
            request.timeout = std::chrono::seconds(*seconds);
            return plan::done();
        },
        "limit of any single wait of a rank, from 1 to 86400 (default: what fits the steps)");
}

// Of a run that begins here and now.
void addLaunchOptions(CLI::App& app, RunRequest& request)
{
    options::addChoice<Launcher>(
        app, "--launcher", "L", request.launcher,
        {{"auto", Launcher::Auto}, {"mpirun", Launcher::Mpirun}, {"srun", Launcher::Srun}},
        "program that starts the ranks (auto: srun in a Slurm job on other "
        "machines, else mpirun)");
    options::addText(app, "--hostfile", "F", request.hostfile,
                     "hosts to run on, NAME [slots=N] a line; mpirun reaches them over ssh");
    options::addNumber(app, "--nodes", "N", request.nodes, 1, kMaxNodes,
                       "number of hosts to use (default: all of the host file or the Slurm job)");
    options::addNumber(app, "--ranks-per-node", "N", request.ranksPerNode, 1, kMaxRanksPerNode,
                       "ranks on each host (default: its slots, or evenly)");
    options::addFlag(app, "--requeue", request.requeue,
                     "in a Slurm job: when Slurm announces its time limit by SIGUSR1, writes a "
                     "checkpoint and puts the job back into the queue, to be resumed from there");
    options::addFlag(app, "--detach", request.detach,
                     "continues in the background; stdout says where");
}

void addTrainingOptions(CLI::App& app, RunRequest& request)
{
    options::addNumber(app, "--gpus-per-rank", "X", request.gpusPerRank,
                       strategy::kLeastGpusPerRank, 1.0,
                       "--device cuda: 0.5 lets two ranks share a GPU (default: 1)");
    options::addFlag(
        app, "--deterministic", request.deterministic,
        "--device cuda: sums among ranks are taken in one order, as processors do; two "
        "runs give identical losses; steps take longer");
    options::addFlag(app, "--deep", request.deep,
                     "--device cuda: records the kernels within each op, by NVIDIA's CUPTI");
    options::addChoice<std::string>(
        app, "--messages", "M", request.messages,
        {{"auto", {}}, {"nccl", "nccl"}, {"host", "host"}},
        "--device cuda: way between GPUs (default: auto, nccl or, where that refuses, host)");
    const std::string where = "--device " + devicesThat(&strategy::RunDevice::trains) + ": ";
    options::addFlag(app, "--take-turns", request.takeTurns,
                     where
                         + "one rank works at a time, so that few cores or one GPU show the "
                           "times of a device for each rank");
    options::addNumber(app, "--threads", "N", request.threads, 1, kMaxThreads,
                       where + "number of threads per rank (default: 1)");
    options::addText(app, "--resume", "PATH", request.resume,
                     where + "continues from a checkpoint, or from the last one of a run");
    options::addValue(
        app, "--flip-bit", "R:S:OP",
        [&request](const std::string& word) { return readFlip(word, request.flip); },
        where + "flips one bit in the result of op OP on rank R in step S");
}

bool isAskedFor(const RunRequest& request, strategy::RunDeviceKind device)
{
    return request.device != nullptr && request.device->kind == device;
}

} // namespace

void addStrategyOptions(CLI::App& app, RunRequest& request)
{
    addOptions(app, request);
    addTrainingOptions(app, request);
}

void checkTogether(const RunRequest& request)
{
    const bool trains = request.device != nullptr && request.device->trains;
    const std::pair<const char*, bool> ofTraining[] = {{"--threads", request.threads.has_value()},
                                                       {"--take-turns", request.takeTurns},
                                                       {"--resume", !request.resume.empty()},
                                                       {"--flip-bit", request.flip.has_value()}};
    // Refused rather than ignored: whoever gives them expects something of them.
    for (const auto& [option, given] : ofTraining)
        if (given && !trains)
            options::refuse(std::string(option) + " goes with --device "
                            + devicesThat(&strategy::RunDevice::trains) + " only");
    if (request.gpusPerRank && !isAskedFor(request, strategy::RunDeviceKind::Cuda))
        options::refuse("--gpus-per-rank goes with --device cuda only");
    if (request.deterministic && !isAskedFor(request, strategy::RunDeviceKind::Cuda))
        options::refuse("--deterministic goes with --device cuda only; other devices always are");
    if (!request.messages.empty() && !isAskedFor(request, strategy::RunDeviceKind::Cuda))
        options::refuse("--messages goes with --device cuda only");
    if (request.takeTurns && request.messages == "nccl")
        options::refuse("--take-turns has messages go over the host, so --messages nccl does not "
                        "go with it");
    if (request.deep && !isAskedFor(request, strategy::RunDeviceKind::Cuda))
        options::refuse("--deep goes with --device cuda only: it looks at a GPU's kernels");
    if (request.timeScale && request.device != nullptr && !request.device->paced)
        options::refuse("--time-scale goes with --device "
                        + devicesThat(&strategy::RunDevice::paced)
                        + " only; another takes the time it takes");
    if (request.detach && request.json == "-")
        options::refuse("--json - cannot go with --detach: the report comes after the program has "
                        "ended; name a file, or read report.json in the run's directory");
}

void addRunOptions(Commands& commands)
{
    const auto request = std::make_shared<RunRequest>();
    CLI::App& app = commands.line().root();
    addStrategyOptions(app, *request);
    addLaunchOptions(app, *request);
    // The root's callback runs for every command line, also where a command is given.
    app.callback([&commands, &app, request] {
        if (!app.get_subcommands().empty())
            return;
        if (request->strategy.empty())
            options::refuse("a strategy file or a command is needed");
        checkTogether(*request);
        commands.choose(
            Asked(request, std::function([](const RunRequest& asked, const ProgramEnvironment& in) {
                      return runStrategy(asked, in.environment, in.ownProgram);
                  })));
    });
    app.footer("RUN is the name of a run, the beginning of one, or \"last\"; for replay, export "
               "and recover it may be a path.\n"
               "Exit codes: 0 success, 1 the work failed, 2 invalid input or usage.");
}

} // namespace launch
