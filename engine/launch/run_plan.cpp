#include "engine/launch/run_plan.h"

#include "engine/launch/checkpoint_folder.h"
#include "engine/launch/gpu_check.h"
#include "engine/launch/message_memory.h"
#include "engine/launch/report_file.h"
#include "engine/launch/training_memory.h"
#include "engine/plan/counted.h"
#include "engine/plan/metrics.h"
#include "engine/plan/program.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/check_training.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/estimate/time_scale.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/yaml.h"
#include "telemetry/endpoint.h"
#include "telemetry/local_socket.h"
#include "telemetry/open_files.h"

#include <algorithm>
#include <climits>
#include <limits>

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

// The processes of a run that trains.
plan::Result<int> trainingRanks(const strategy::Strategy& strategy)
{
    const strategy::Parallel& parallel = strategy.parallel;
    const int ranks = strategy::deviceCount(strategy);
    if (ranks > kMaxLocalRanks)
        return plan::Error{fmt::format("parallel: tensor {} x context {} x data {} x pipeline {} "
                                       "are {}{} ranks, more than the {} "
                                       "this machine is asked to carry; use fewer to run it here",
                                       parallel.tensor, parallel.context,
                                       strategy::dataParallel(strategy), parallel.pipeline,
                                       ranks == INT_MAX ? "over " : "", ranks, kMaxLocalRanks)};
    return ranks;
}

// Why the run cannot have its ranks on GPUs, or nothing. Asks the driver.
std::optional<std::string> whyNoGpus(RunPlan& plan, int ranks, double gpusPerRank)
{
    const Gpus gpus = askForGpus(plan.engine, plan.environment);
    if (!gpus.missing.empty())
        return gpus.missing;
    const auto found = checkGpus(plan.strategy, {ranks, gpusPerRank}, gpus);
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
        const auto ranks = trainingRanks(plan.strategy);
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

double inSeconds(std::chrono::nanoseconds time)
{
    return std::chrono::duration<double>(time).count();
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
    const auto ranks = trainingRanks(plan.strategy);
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

// The processes of the run; what a world of it would be too many of.
plan::Outcome countRanks(RunPlan& plan)
{
    if (!plan.device->trains) {
        plan.ranks = plan.strategy.parallel.pipeline;
        if (plan.ranks > kMaxLocalRanks)
            return plan::Error{fmt::format("parallel.pipeline: {} ranks are more than the {} this "
                                           "machine is asked to carry; use fewer to run it here",
                                           plan.ranks, kMaxLocalRanks)};
        return plan::done();
    }
    const auto ranks = trainingRanks(plan.strategy);
    if (!ranks)
        return ranks.error();
    plan.ranks = *ranks;
    if (plan.device->kind == strategy::RunDeviceKind::Cuda)
        return plan::done(); // the memory of its GPUs was looked at when they were
    return checkTrainingMemory(plan.strategy, plan.memory, "this machine has");
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
    if (request.flip && request.flip->rank >= plan.ranks)
        return plan::Error{fmt::format("--flip-bit: there is no rank {} in a run of {}",
                                       request.flip->rank, plan.ranks)};
    if (request.flip && (request.flip->step < first || request.flip->step - first >= request.steps))
        return plan::Error{fmt::format("--flip-bit: there is no step {} in this run, whose steps "
                                       "are {} to {}",
                                       request.flip->step, first, first + request.steps - 1)};
    return plan::done();
}

// As strategies name what the ranks compute on; empty: no device that is known here.
std::string deviceNameOf(const RunPlan& plan)
{
    if (plan.device->kind != strategy::RunDeviceKind::Cuda)
        return std::string(plan.device->word);
    const strategy::Hardware* const known = strategy::hardwareOfGpu(plan.gpu);
    return known != nullptr ? known->name : std::string();
}

// What ranks that train are held against: costs that somebody has given, or the cost model's
// where the strategy is for this device, or the order alone.
plan::Outcome predictTraining(RunPlan& plan, plan::Schedule schedule)
{
    if (const auto fits
        = checkMessageMemory(schedule, strategy::activationBytes(plan.strategy), plan.memory);
        !fits)
        return fits;
    plan.predicted.memory = predictMemory(plan.strategy, schedule);
    plan.predicted.messageBytes = predictMessage(plan.strategy, schedule);
    const std::string device = deviceNameOf(plan);
    if (plan.strategy.costs || plan.strategy.cluster.device == device) {
        const auto step = strategy::predictStep(plan.strategy, std::move(schedule));
        if (!step)
            return step.error();
        plan.predicted.bubbleFraction = plan::bubbleFraction(step->timeline);
        plan.predicted.stepSeconds = inSeconds(step->timeline.makespan);
        plan.predicted.source = strategy::toText(step->origin);
        return plan::done();
    }
    const auto timeline = plan::simulate(schedule, strategy::costsOf(plan.strategy));
    if (!timeline)
        return timeline.error();
    plan.predicted.bubbleFraction = plan::bubbleFraction(*timeline);
    plan.predicted.source = strategy::toText(strategy::CostOrigin{});
    plan.remarks.push_back(fmt::format(
        "the step time is not predicted, as the strategy has no costs for this machine: {}take "
        "costs "
        "from the recording of this run with bubblescope-plan calibrate",
        device.empty()
            ? (plan.gpu.empty() ? std::string("its GPUs are of several kinds, so ")
                                : fmt::format("nothing is known of its {}, so ", plan.gpu))
            : fmt::format("name it as the device (device: {}), or ", device)));
    return plan::done();
}

// What stands for more than it is.
void remarkOnEmulation(RunPlan& plan, std::size_t messageBytes, std::size_t chargedBytes)
{
    const float scale = plan.predicted.timeScale;
    if (scale != 1)
        plan.remarks.push_back(fmt::format(
            "paced by {}, scaled: {}, a step of {:.3f} ms for one "
            "of {:.3f} s, messages of {} bytes "
            "for {}; --time-scale chooses another",
            plan.predicted.source, strategy::toText(scale), *plan.predicted.stepSeconds * 1e3,
            *plan.predicted.unscaledSeconds, messageBytes, chargedBytes));
    const int replicas = strategy::dataParallel(plan.strategy);
    const int tensor = plan.strategy.parallel.tensor;
    const int context = plan.strategy.parallel.context;
    if (replicas > 1 || tensor > 1 || context > 1)
        plan.remarks.push_back(fmt::format(
            "one pipeline of {} ranks is run; the strategy has data {}, tensor {} and context {}, "
            "whose devices stand for one rank here",
            plan.ranks, replicas, tensor, context));
}

// What emulated ranks keep to.
plan::Outcome predictEmulated(const RunRequest& request, RunPlan& plan, plan::Schedule schedule)
{
    auto whole = strategy::predictStep(plan.strategy, std::move(schedule));
    if (!whole)
        return whole.error();
    plan.predicted.paced = true;
    plan.predicted.timeScale = request.timeScale.value_or(strategy::timeScaleFor(*whole));
    plan.predicted.source = strategy::toText(whole->origin);
    plan.predicted.unscaledSeconds = inSeconds(whole->timeline.makespan);
    const auto paced = strategy::scaledBy(std::move(*whole), plan.predicted.timeScale);
    if (!paced)
        return paced.error();
    plan.predicted.stepSeconds = inSeconds(paced->timeline.makespan);
    plan.predicted.bubbleFraction = plan::bubbleFraction(paced->timeline);
    plan.predictedStep = paced->timeline.makespan;
    const std::size_t bytes
        = strategy::messageBytesOf(plan.strategy, *paced, plan.predicted.timeScale,
                                   plan::sendsIn(plan::lower(paced->schedule)));
    if (const auto fits = checkMessageMemory(paced->schedule, bytes, plan.memory); !fits)
        return fits;
    if (paced->costs.messageBytes > 0)
        plan.predicted.messageBytes = static_cast<std::uint64_t>(paced->costs.messageBytes);
    remarkOnEmulation(plan, bytes, strategy::messageBytesIn(plan.strategy, paced->costs));
    return plan::done();
}

plan::Outcome predict(const RunRequest& request, RunPlan& plan)
{
    auto schedule = strategy::scheduleOf(plan.strategy);
    if (!schedule)
        return schedule.error();
    // For which machines it is to be predicted is known once it is on them.
    if (plan.device->trains && request.elsewhere)
        return checkMessageMemory(*schedule, strategy::activationBytes(plan.strategy), plan.memory);
    return plan.device->trains ? predictTraining(plan, *std::move(schedule))
                               : predictEmulated(request, plan, *std::move(schedule));
}

plan::Outcome checkMeeting(const RunRequest& request, const Environment& environment, RunPlan& plan)
{
    if (request.listen.starts_with("tcp:"))
        return plan::Error{"--listen " + request.listen
                           + ": this version has no keys for the network, so viewers connect on "
                             "this machine only; leave --listen away or give ipc://PATH"};
    // Everything that can be refused is looked at before a folder is made or a process started.
    if (!request.listen.empty()) {
        auto problem = telemetry::checkEndpoint(request.listen);
        constexpr std::string_view kScheme = "ipc://";
        if (!problem && request.listen.starts_with(kScheme))
            problem = telemetry::makePrivateDirectory(
                std::filesystem::path(request.listen.substr(kScheme.size())).parent_path());
        if (!problem)
            problem = telemetry::checkFree(request.listen);
        if (problem)
            return plan::Error{"--listen " + request.listen + ": " + problem->message};
    }
    if (!request.hostfile.empty()) {
        const auto hosts = readHostfile(request.hostfile);
        if (!hosts)
            return hosts.error();
        plan.remarks.push_back(request.hostfile.string()
                               + ": names this machine only, so it "
                                 "changes nothing");
    }
    if (request.launcher == Launcher::Srun) {
        const std::string nodes = valueOf(environment, "SLURM_JOB_NUM_NODES").value_or("");
        if (!nodes.empty() && nodes != "1")
            return plan::Error{"--launcher srun: the allocation has " + nodes
                               + " nodes; this version runs ranks on one, so allocate one node"};
    }
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
    plan::Outcome outcome = chooseDevice(request, plan);
    if (outcome)
        outcome = request.elsewhere ? countJobRanks(plan) : countRanks(plan);
    if (outcome)
        outcome = predict(request, plan);
    if (outcome)
        outcome = checkResume(request, plan);
    // Where it will run, it looks at these itself.
    if (outcome && !request.elsewhere)
        outcome = checkMeeting(request, environment, plan);
    if (outcome && !request.elsewhere)
        outcome = checkOpenFiles(plan.ranks);
    return outcome ? checkReportFile(request.json) : outcome;
}

plan::Outcome findPrograms(const RunRequest& request, RunPlan& plan)
{
    if (!request.elsewhere) {
        auto launcher = findLauncher(request.launcher, plan.environment);
        if (!launcher)
            return launcher.error();
        plan.launcherPath = *std::move(launcher);
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
    // Of machines that are not known here, each with memory of its own.
    plan.memory = request.elsewhere ? std::numeric_limits<std::uint64_t>::max() : machineMemory();
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
