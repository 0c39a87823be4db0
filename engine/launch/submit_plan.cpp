#include "engine/launch/submit_plan.h"

#include "engine/launch/job_layout.h"
#include "engine/launch/run_arguments.h"
#include "engine/launch/slurm/slurm_time.h"
#include "engine/launch/slurm_query.h"
#include "engine/options/values.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace launch {

namespace {

// Time to write a checkpoint, and Slurm's own delay of up to a minute.
constexpr int kSignalBefore = 120;

// A setting of sbatch's own that stands for an option; refused where it has not its form.
plan::Outcome takeDefault(const Environment& environment, const char* name, std::string& target)
{
    const auto value = valueOf(environment, name);
    if (!target.empty() || !value)
        return plan::done();
    if (slurmNamesIn(*value).empty())
        return plan::Error{
            fmt::format("{}: {} is no name of Slurm's", name, options::inQuotes(*value))};
    target = *value;
    return plan::done();
}

plan::Outcome takeDefaults(const Environment& environment, SubmitRequest& request)
{
    for (const auto& [name, target] :
         {std::pair("SBATCH_PARTITION", &request.partition),
          std::pair("SBATCH_ACCOUNT", &request.account), std::pair("SBATCH_QOS", &request.qos)})
        if (const auto taken = takeDefault(environment, name, *target); !taken)
            return taken;
    if (const auto time = valueOf(environment, "SBATCH_TIMELIMIT"); time && !request.time) {
        request.time = parseSlurmTime(*time);
        if (!request.time)
            return plan::Error{fmt::format("SBATCH_TIMELIMIT: {} is no time; give one with --time",
                                           options::inQuotes(*time))};
    }
    return plan::done();
}

// What else the user has set for sbatch: the job is submitted without it.
std::vector<std::string> remarksOn(const Environment& environment)
{
    std::vector<std::string> remarks;
    for (const std::string& entry : environment) {
        const std::string name = entry.substr(0, entry.find('='));
        constexpr std::array<std::string_view, 4> kTaken
            = {"SBATCH_PARTITION", "SBATCH_ACCOUNT", "SBATCH_QOS", "SBATCH_TIMELIMIT"};
        if (name.starts_with("SBATCH_")
            && std::find(kTaken.begin(), kTaken.end(), name) == kTaken.end())
            remarks.push_back(
                name
                + " is set and has no effect here; --print shows the script, to which "
                  "an #SBATCH line can be added");
    }
    return remarks;
}

// GPUs of the nodes cannot be looked at here.
void chooseDevice(const SubmitRequest& request, SubmitPlan& plan)
{
    plan.request.elsewhere = true;
    plan.request.launcher = Launcher::Srun;
    if (plan.request.device != nullptr)
        return;
    using Kind = strategy::RunDeviceKind;
    plan.request.device = &strategy::runDevice(request.gpusPerNode ? Kind::Cuda : Kind::Emulated);
    plan.remarks.push_back(fmt::format("the device is {}: {}; --device names another",
                                       plan.request.device->word, plan.request.device->work));
}

plan::Outcome askForGpus(const SubmitRequest& request, BatchScript& script, const RunPlan& run)
{
    script.gpusPerNode = request.gpusPerNode;
    if (run.device->kind != strategy::RunDeviceKind::Cuda)
        return plan::done();
    const double perRank = request.run.gpusPerRank.value_or(1);
    const int needed = std::max(1, static_cast<int>(std::ceil(perRank * script.ranksPerNode)));
    if (needed > kMaxGpusPerNode || request.gpusPerNode.value_or(needed) < needed)
        return plan::Error{fmt::format("--gpus-per-node: {} ranks on a node with {} GPUs each need "
                                       "{} GPUs; ask for as many, or for fewer --ranks-per-node",
                                       script.ranksPerNode, perRank, needed)};
    script.gpusPerNode = request.gpusPerNode.value_or(needed);
    return plan::done();
}

plan::Outcome chooseSignal(const SubmitRequest& request, BatchScript& script, const RunPlan& run)
{
    // A run that trains has checkpoints to go on from.
    script.requeue = run.device->trains;
    script.signalBefore = request.signalBefore;
    const auto before = std::chrono::seconds(request.signalBefore.value_or(0));
    if (request.time && before >= *request.time)
        return plan::Error{fmt::format("--signal-before {}: the job asks for {}, which is not more",
                                       before.count(), toText(*request.time))};
    if (!request.signalBefore && script.requeue)
        script.signalBefore = request.time
            ? static_cast<int>(std::min<std::int64_t>(kSignalBefore, request.time->count() / 2))
            : kSignalBefore;
    if (script.signalBefore == 0) // of a job of one second
        script.signalBefore.reset();
    return plan::done();
}

std::string jobNameOf(const SubmitRequest& request, const strategy::Strategy& strategy)
{
    if (!request.jobName.empty())
        return request.jobName;
    // A strategy's name is any text.
    std::string name;
    for (const char c : strategy.name.substr(0, 64))
        name += isSlurmName("x" + std::string(1, c)) ? c : '-';
    return isSlurmName(name) ? name : "bubblescope";
}

plan::Outcome fillScript(const SubmitRequest& request, SubmitPlan& plan)
{
    BatchScript& script = plan.script;
    const auto layout = layOut(plan.run.ranks, request.nodes, request.ranksPerNode,
                               plan.run.strategy.cluster.devicesPerNode);
    if (!layout)
        return layout.error();
    script.name = jobNameOf(request, plan.run.strategy);
    script.partition = request.partition;
    script.account = request.account;
    script.qos = request.qos;
    script.time = request.time;
    script.nodes = layout->nodes;
    script.ranks = plan.run.ranks;
    script.ranksPerNode = layout->ranksPerNode;
    script.cpusPerRank = request.run.threads.value_or(1);
    script.memory = request.memory;
    auto outcome = askForGpus(request, script, plan.run);
    if (outcome)
        outcome = chooseSignal(request, script, plan.run);
    plan.request.requeue = script.requeue;
    return outcome;
}

// Slurm takes most of such jobs, and lets them wait for ever.
std::optional<std::string> whyForEver(const BatchScript& script, const std::vector<Partition>& all)
{
    const PartitionWish wish{.partitions = script.partition.empty()
                                 ? std::vector<std::string>()
                                 : slurmNamesIn(script.partition),
                             .account = script.account,
                             .qos = script.qos,
                             .nodes = script.nodes,
                             .time = script.time};
    return whyNoPartition(all, wish);
}

} // namespace

std::variant<SubmitPlan, Refusal> planSubmit(const SubmitRequest& asked,
                                             const Environment& environment,
                                             const std::filesystem::path& ownProgram)
{
    SubmitRequest request = asked;
    if (const auto taken = takeDefaults(environment, request); !taken)
        return Refusal{{taken.error().message}};
    SubmitPlan plan;
    plan.request = request.run;
    plan.remarks = remarksOn(environment);
    chooseDevice(request, plan);
    auto planned = planRun(plan.request, environment, ownProgram);
    if (auto* const refusal = std::get_if<Refusal>(&planned))
        return std::move(*refusal);
    plan.run = std::get<RunPlan>(std::move(planned));
    plan.remarks.insert(plan.remarks.begin(), plan.run.remarks.begin(), plan.run.remarks.end());
    if (const auto filled = fillScript(request, plan); !filled)
        return Refusal{{filled.error().message}};
    if (request.print)
        return plan;
    auto sbatch = findSbatch(environment);
    if (!sbatch)
        return Refusal{{sbatch.error().message}, ExitCode::WorkFailed};
    plan.sbatch = *std::move(sbatch);
    const auto partitions = askForPartitions(environment);
    if (!partitions)
        return Refusal{{partitions.error().message}, ExitCode::WorkFailed};
    if (const auto why = whyForEver(plan.script, *partitions))
        return Refusal{{*why}};
    return plan;
}

std::vector<std::string> commandOf(const SubmitPlan& plan, const std::filesystem::path& ownProgram,
                                   const std::filesystem::path& strategy,
                                   const std::filesystem::path& folder)
{
    RunRequest request = plan.request;
    std::error_code ignored;
    request.strategy = strategy.string();
    request.record = folder;
    // A job does not begin where this program was called.
    if (!request.json.empty())
        request.json = std::filesystem::absolute(request.json, ignored).string();
    request.resume = plan.run.resume;
    std::vector<std::string> words = argumentsOf(request);
    words.insert(words.begin(), ownProgram.string());
    return words;
}

} // namespace launch
