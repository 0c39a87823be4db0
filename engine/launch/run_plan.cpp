#include "engine/launch/run_plan.h"

#include "engine/launch/checkpoint_folder.h"
#include "engine/launch/gpu_check.h"
#include "engine/launch/hosts/rank_hosts.h"
#include "engine/launch/message_memory.h"
#include "engine/launch/rank_command.h"
#include "engine/launch/report_file.h"
#include "engine/launch/run_prediction.h"
#include "engine/launch/training_memory.h"
#include "engine/plan/counted.h"
#include "engine/strategy/check_training.h"
#include "engine/strategy/yaml.h"
#include "telemetry/endpoint.h"
#include "telemetry/local_socket.h"
#include "telemetry/open_files.h"

#include <algorithm>
#include <climits>

#include <fmt/format.h>
#include <unistd.h>

namespace launch {

namespace {

// What the ranks would refuse, said with its line before any starts.
std::vector<strategy::Problem> problemsOfTraining(const strategy::ReadResult& read)
{
    auto problems = strategy::checkTraining(*read.strategy);
    if (read.strategy->model)
        for (strategy::Problem& problem : strategy::checkTrainingText(*read.strategy))
            problems.push_back(std::move(problem));
    for (strategy::Problem& problem : problems)
        problem.line = read.lineOf(problem.key);
    return problems;
}

plan::Outcome readStrategy(const RunRequest& request, RunPlan& plan,
                           std::vector<std::string>& lines)
{
    const std::string& file = request.strategy;
    strategy::ReadResult read = strategy::readStrategyFile(file);
    const bool mustTrain = request.device != nullptr && request.device->trains;
    // Looks at the text that is trained on: not for a run that trains nothing.
    std::vector<strategy::Problem> ofTraining;
    if (read.strategy && (mustTrain || request.device == nullptr))
        ofTraining = problemsOfTraining(read);
    plan.trainable
        = request.device == nullptr && read.strategy && read.strategy->model && ofTraining.empty();
    if (mustTrain && read.strategy)
        read.problems = std::move(ofTraining);
    for (const strategy::Problem& problem : read.problems)
        lines.push_back(strategy::toText(file, problem));
    if (!read.problems.empty())
        return plan::Error{"the strategy is not usable"};
    for (const strategy::Problem& warning : read.warnings)
        plan.remarks.push_back(strategy::toText(file, warning));
    plan.strategy = *std::move(read.strategy);
    std::error_code error;
    plan.strategyFile = std::filesystem::absolute(file, error);
    return plan::done();
}

// Which keys of the strategy ask for so many processes of a run that trains.
std::string dimensionsOf(const strategy::Strategy& strategy)
{
    const strategy::Parallel& parallel = strategy.parallel;
    return fmt::format("parallel: tensor {} x context {} x data {} x pipeline {}", parallel.tensor,
                       parallel.context, strategy::dataParallel(strategy), parallel.pipeline);
}

// The processes of a run that trains, where the hosts have room for them.
plan::Result<int> trainingRanks(const RunPlan& plan)
{
    const int ranks = strategy::deviceCount(plan.strategy);
    RunHosts hosts = plan.hosts;
    if (const auto placed = place(hosts, ranks, dimensionsOf(plan.strategy)); !placed)
        return placed.error();
    return ranks;
}

// Why the run cannot have its ranks on GPUs, or nothing. Asks the driver.
std::optional<std::string> whyNoGpus(RunPlan& plan, int ranks, double gpusPerRank)
{
    RunHosts hosts = plan.hosts;
    if (const auto placed = place(hosts, ranks, dimensionsOf(plan.strategy)); !placed)
        return placed.error().message;
    // Those of other hosts cannot be asked from here; one like this machine carries so many.
    const Gpus gpus = askForGpus(plan.engine, plan.environment);
    if (!gpus.missing.empty())
        return gpus.missing;
    const auto found = checkGpus(plan.strategy, {hosts.mostOnAHost(ranks), gpusPerRank}, gpus);
    if (!found)
        return found.error().message;
    plan.gpu = found->kind();
    plan.remarks.insert(plan.remarks.end(), found->remarks.begin(), found->remarks.end());
    return std::nullopt;
}

// The devices that stand for each other, best first: where there is no GPU for the run, its ranks
// keep the predicted time, which every machine can do.
void chooseForItself(RunPlan& plan)
{
    const strategy::RunDevice& emulated = strategy::runDevice(strategy::RunDeviceKind::Emulated);
    const strategy::RunDevice& cuda = strategy::runDevice(strategy::RunDeviceKind::Cuda);
    plan.device = &emulated;
    std::string other;
    if (plan.trainable) {
        const auto ranks = trainingRanks(plan);
        const auto why = ranks ? whyNoGpus(plan, *ranks, 1) : ranks.error().message;
        if (!why) {
            plan.device = &cuda;
            plan.remarks.push_back(fmt::format("the device is {}: {}", cuda.word, cuda.work));
            return;
        }
        other = fmt::format("; {}: {}; --device cpu trains the model on the processor", cuda.word,
                            *why);
    } else if (plan.strategy.model) {
        other = "; --device cpu trains the model";
    }
    plan.remarks.push_back(
        fmt::format("the device is {}: {}{}", emulated.word, emulated.work, other));
}

plan::Outcome chooseDevice(const RunRequest& request, RunPlan& plan)
{
    if (request.device == nullptr) {
        chooseForItself(plan);
        return plan::done();
    }
    plan.device = request.device;
    if (plan.device->kind != strategy::RunDeviceKind::Cuda)
        return plan::done();
    plan.gpusPerRank = request.gpusPerRank.value_or(1);
    if (request.elsewhere)
        return plan::done(); // GPUs that cannot be asked from here
    const auto ranks = trainingRanks(plan);
    if (!ranks)
        return ranks.error();
    if (const auto why = whyNoGpus(plan, *ranks, plan.gpusPerRank))
        return plan::Error{fmt::format("--device {}: {}", plan.device->word, *why)};
    const int sharing = std::min(*ranks, strategy::ranksPerGpu({*ranks, plan.gpusPerRank}));
    if (sharing > 1 && !request.takeTurns)
        plan.remarks.push_back(
            fmt::format("{} ranks share a GPU, so each computes slower than predicted, which is "
                        "for a GPU each; --take-turns times them as if each had its own",
                        sharing));
    return plan::done();
}

// Of all hosts together, taking each for one like this.
std::uint64_t memoryOfHosts(const RunHosts& hosts)
{
    const std::uint64_t here = machineMemory();
    const std::uint64_t number = std::max<std::size_t>(hosts.hosts.size(), 1);
    return here > UINT64_MAX / number ? UINT64_MAX : here * number;
}

// The processes of the run and where they go; what a world of it would be too many of.
plan::Outcome countRanks(RunPlan& plan)
{
    const bool trains = plan.device->trains;
    plan.ranks = trains ? strategy::deviceCount(plan.strategy) : plan.strategy.parallel.pipeline;
    if (const auto placed
        = place(plan.hosts, plan.ranks, trains ? dimensionsOf(plan.strategy) : "parallel.pipeline");
        !placed)
        return placed;
    plan.memory = memoryOfHosts(plan.hosts);
    if (plan.hosts.isRemote())
        plan.remarks.push_back(textOf(plan.hosts.hosts));
    if (!trains || plan.device->kind == strategy::RunDeviceKind::Cuda)
        return plan::done(); // the memory of GPUs was looked at when they were
    return checkTrainingMemory(plan.strategy, plan.memory,
                               plan.hosts.isRemote() ? "hosts like this one have"
                                                     : "this machine has");
}

// The same of a job, whose machines nobody knows here.
plan::Outcome countJobRanks(RunPlan& plan)
{
    plan.ranks = plan.device->trains ? strategy::deviceCount(plan.strategy)
                                     : plan.strategy.parallel.pipeline;
    if (plan.ranks > kMaxJobRanks)
        return plan::Error{fmt::format("parallel: {}{} are more than the {} a job is asked to "
                                       "carry; use fewer",
                                       plan.ranks == INT_MAX ? "over " : "",
                                       plan::counted(plan.ranks, "rank"), kMaxJobRanks)};
    return plan::done();
}

// Whether the run has that rank and step.
plan::Outcome checkFault(const char* option, int rank, int step, int first,
                         const RunRequest& request, const RunPlan& plan)
{
    if (rank >= plan.ranks)
        return plan::Error{
            fmt::format("{}: there is no rank {} in a run of {}", option, rank, plan.ranks)};
    if (step < first || step - first >= request.steps)
        return plan::Error{
            fmt::format("{}: there is no step {} in this run, whose steps are {} to {}", option,
                        step, first, first + request.steps - 1)};
    return plan::done();
}

plan::Outcome checkResume(const RunRequest& request, RunPlan& plan)
{
    int first = 0;
    if (!request.resume.empty()) {
        auto checkpoint = findCheckpoint(request.resume);
        if (!checkpoint)
            return plan::Error{"--resume " + checkpoint.error().message};
        const auto done = stepsDone(*checkpoint);
        if (!done)
            return plan::Error{"--resume " + done.error().message};
        plan.resume = *std::move(checkpoint);
        first = *done;
    }
    if (request.flip)
        if (auto there = checkFault("--flip-bit", request.flip->rank, request.flip->step, first,
                                    request, plan);
            !there)
            return there;
    if (request.slow)
        return checkFault("--slow", request.slow->rank, request.slow->step, first, request, plan);
    return plan::done();
}

// Where viewers meet the run, before a folder is made or a process started.
plan::Outcome checkMeeting(const RunRequest& request)
{
    if (request.listen.empty())
        return plan::done();
    auto problem = telemetry::checkEndpoint(request.listen, telemetry::EndpointUse::Bind);
    constexpr std::string_view kScheme = "ipc://";
    if (!problem && request.listen.starts_with(kScheme))
        problem = telemetry::makePrivateDirectory(
            std::filesystem::path(request.listen.substr(kScheme.size())).parent_path());
    if (!problem)
        problem = telemetry::checkFree(request.listen);
    if (problem)
        return plan::Error{"--listen " + request.listen + ": " + problem->message};
    return plan::done();
}

// mpirun takes the most, four for each rank while it starts them; what it may open it has of us.
plan::Outcome checkOpenFiles(int ranks)
{
    constexpr std::size_t kOwn = 48;
    constexpr std::size_t kOfARank = 4;
    if (const auto problem
        = telemetry::makeRoomForFiles(kOwn + kOfARank * static_cast<std::size_t>(ranks)))
        return plan::Error{problem->message};
    return plan::done();
}

// Each step needs what the one before it has found.
plan::Outcome decide(const RunRequest& request, const Environment& environment, RunPlan& plan)
{
    if (!request.elsewhere) {
        auto hosts = findHosts(request, environment, plan.remarks);
        if (!hosts)
            return hosts.error();
        plan.hosts = *std::move(hosts);
    }
    plan::Outcome outcome = chooseDevice(request, plan);
    if (outcome)
        outcome = request.elsewhere ? countJobRanks(plan) : countRanks(plan);
    if (outcome)
        outcome = predictRun(request, plan);
    if (outcome)
        outcome = checkResume(request, plan);
    // Where it will run, it looks at these itself.
    if (outcome && !request.elsewhere)
        outcome = checkMeeting(request);
    if (outcome && !request.elsewhere)
        outcome = checkOpenFiles(plan.hosts.mostOnAHost(plan.ranks));
    return outcome ? checkReportFile(request.json) : outcome;
}

plan::Outcome findPrograms(const RunRequest& request, RunPlan& plan)
{
    if (!request.elsewhere) {
        auto launcher = findLauncher(plan.hosts.kind, plan.environment);
        if (!launcher)
            return launcher.error();
        plan.launcherPath = *std::move(launcher);
    }
    if (plan.hosts.kind == LauncherKind::Ssh) {
        const auto ssh = findProgram("ssh", valueOf(plan.environment, "PATH").value_or(""));
        if (!ssh)
            return plan::Error{"there is no ssh in PATH, by which mpirun reaches other hosts: "
                               "install it (on Debian and Ubuntu: apt-get install openssh-client)"};
        plan.ssh = *ssh;
    }
    if (access(plan.engine.c_str(), X_OK) != 0)
        return plan::Error{plan.engine.string()
                           + ": is missing; it is built and installed beside "
                             "bubblescope-run"};
    return plan::done();
}

} // namespace

std::variant<RunPlan, Refusal> planRun(const RunRequest& request, const Environment& environment,
                                       const std::filesystem::path& ownProgram)
{
    RunPlan plan;
    plan.environment = environment;
    // The one of the same build, not whichever PATH has: the two must speak one version of the
    // wire.
    plan.engine = ownProgram.parent_path() / "bubblescope-engine";
    Refusal refusal;
    if (!readStrategy(request, plan, refusal.lines))
        return refusal;
    if (const auto decided = decide(request, environment, plan); !decided) {
        refusal.lines.push_back(decided.error().message);
        return refusal;
    }
    auto places = placesFor(environment);
    if (!places)
        return Refusal{{places.error().message}, ExitCode::BadInput};
    plan.places = *std::move(places);
    if (const auto found = findPrograms(request, plan); !found)
        return Refusal{{found.error().message}, ExitCode::WorkFailed};
    return plan;
}

} // namespace launch
