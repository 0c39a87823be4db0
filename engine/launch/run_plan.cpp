#include "engine/launch/run_plan.h"

#include "engine/launch/message_memory.h"
#include "engine/launch/report_file.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/yaml.h"
#include "telemetry/endpoint.h"

#include <fmt/format.h>
#include <unistd.h>

namespace launch {

namespace {

plan::Outcome readStrategy(const std::string& file, RunPlan& plan, std::vector<std::string>& lines)
{
    strategy::ReadResult read = strategy::readStrategyFile(file);
    for (const strategy::Problem& problem : read.problems)
        lines.push_back(strategy::toText(file, problem));
    if (!read.strategy)
        return plan::Error{"the strategy is not usable"};
    for (const strategy::Problem& warning : read.warnings)
        plan.remarks.push_back(strategy::toText(file, warning));
    plan.strategy = *std::move(read.strategy);
    std::error_code error;
    plan.strategyFile = std::filesystem::absolute(file, error);
    return plan::done();
}

plan::Outcome chooseDevice(DeviceChoice choice, RunPlan& plan)
{
    if (choice == DeviceChoice::Cpu || choice == DeviceChoice::Cuda)
        return plan::Error{fmt::format("--device {}: this version has emulated devices only; use "
                                       "--device emulated",
                                       choice == DeviceChoice::Cpu ? "cpu" : "cuda")};
    if (choice == DeviceChoice::Automatic)
        plan.remarks.emplace_back("the device is emulated, as this version has no other: messages "
                                  "are real, compute is waited for");
    plan.device = "emulated";
    return plan::done();
}

plan::Outcome predict(RunPlan& plan)
{
    plan.ranks = plan.strategy.parallel.pipeline;
    if (plan.ranks > kMaxLocalRanks)
        return plan::Error{fmt::format("parallel.pipeline: {} ranks are more than the {} this "
                                       "machine is asked to carry; use fewer to run it here",
                                       plan.ranks, kMaxLocalRanks)};
    const auto schedule = strategy::scheduleOf(plan.strategy);
    if (!schedule)
        return schedule.error();
    if (const auto fits = checkMessageMemory(*schedule, strategy::activationBytes(plan.strategy),
                                             machineMemory());
        !fits)
        return fits;
    const auto timeline = plan::simulate(*schedule, strategy::costsOf(plan.strategy));
    if (!timeline)
        return timeline.error();
    plan.predictedStep = timeline->makespan;
    plan.predicted = {std::chrono::duration<double>(timeline->makespan).count(),
                      plan::bubbleFraction(*timeline)};

    const int replicas = strategy::dataParallel(plan.strategy);
    const int tensor = plan.strategy.parallel.tensor;
    const int context = plan.strategy.parallel.context;
    if (replicas > 1 || tensor > 1 || context > 1)
        plan.remarks.push_back(fmt::format(
            "one pipeline of {} ranks is run; the strategy has data {}, tensor {} and context {}, "
            "whose devices stand for one rank here",
            plan.ranks, replicas, tensor, context));
    return plan::done();
}

plan::Outcome checkMeeting(const RunRequest& request, const Environment& environment,
                           RunPlan& plan)
{
    if (request.listen.starts_with("tcp:"))
        return plan::Error{"--listen " + request.listen
                           + ": this version has no keys for the network, so viewers connect on "
                             "this machine only; leave --listen away or give ipc://PATH"};
    if (!request.listen.empty()) {
        auto problem = telemetry::checkEndpoint(request.listen);
        constexpr std::string_view kScheme = "ipc://";
        if (!problem && request.listen.starts_with(kScheme))
            problem = telemetry::makePrivateDirectory(
                std::filesystem::path(request.listen.substr(kScheme.size())).parent_path());
        if (problem)
            return plan::Error{"--listen " + request.listen + ": " + problem->message};
    }
    if (!request.hostfile.empty()) {
        const auto hosts = readHostfile(request.hostfile);
        if (!hosts)
            return hosts.error();
        plan.remarks.push_back(request.hostfile.string() + ": names this machine only, so it "
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

plan::Outcome findPrograms(const RunRequest& request, const std::filesystem::path& ownProgram,
                           RunPlan& plan)
{
    auto launcher = findLauncher(request.launcher, plan.environment);
    if (!launcher)
        return launcher.error();
    plan.launcherPath = *std::move(launcher);
    plan.engine = ownProgram.parent_path() / "bubblescope-engine";
    if (access(plan.engine.c_str(), X_OK) != 0)
        return plan::Error{plan.engine.string() + ": is missing; it is built and installed beside "
                                                  "bubblescope-run"};
    return plan::done();
}

} // namespace

std::variant<RunPlan, Refusal> planRun(const RunRequest& request, const Environment& environment,
                                       const std::filesystem::path& ownProgram)
{
    RunPlan plan;
    plan.environment = environment;
    Refusal refusal;
    if (!readStrategy(request.strategy, plan, refusal.lines))
        return refusal;
    for (const auto& step : {chooseDevice(request.device, plan), predict(plan),
                             checkMeeting(request, environment, plan),
                             checkReportFile(request.json)}) {
        if (!step) {
            refusal.lines.push_back(step.error().message);
            return refusal;
        }
    }
    auto places = placesFor(environment);
    if (!places)
        return Refusal{{places.error().message}, ExitCode::BadInput};
    plan.places = *std::move(places);
    if (const auto found = findPrograms(request, ownProgram, plan); !found)
        return Refusal{{found.error().message}, ExitCode::WorkFailed};
    return plan;
}

} // namespace launch
