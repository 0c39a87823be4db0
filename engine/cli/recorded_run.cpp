#include "engine/cli/recorded_run.h"

#include "engine/measured/averages.h"
#include "engine/measured/calibration.h"
#include "engine/measured/real_time.h"
#include "engine/measured/recording.h"
#include "engine/strategy/check.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/yaml.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr double kNano = 1e-9;

// Why its times say nothing of the device; empty: they do.
std::string whyNoMeasurement(const measured::Recording& recording)
{
    const measured::RunConditions& conditions = recording.conditions;
    if (recording.info.emulated)
        return "the run was emulated: its ranks waited instead of computing, so it says nothing of "
               "a machine; record one with --device cpu";
    if (!conditions.slowedByHand.empty())
        return "a rank was made slower by hand while it ran, so its times are not the machine's; "
               "record a run that is left alone";
    if (conditions.gpusDiffer)
        return fmt::format(
            "its ranks had GPUs of different kinds, {} among them, and an estimate is "
            "of one kind; record a run on GPUs that are alike",
            strategy::shown(conditions.gpu));
    // Ranks that took turns each had all of theirs.
    if (conditions.gpusAreShared && !recording.info.takesTurns)
        return "its ranks shared GPUs, so their times are not a whole GPU's; record a run with a "
               "GPU a rank";
    if (conditions.threads > 1)
        return fmt::format(
            "its ranks had {} threads each, and the device is one core; record a run "
            "with a rank a core and without --threads",
            conditions.threads);
    return {};
}

plan::Outcome checkSameCut(const measured::RunInfo& info, const strategy::Strategy& ran)
{
    const auto schedule = strategy::scheduleOf(ran);
    if (!schedule)
        return plan::Error{"strategy.yaml: schedule: " + schedule.error().message};
    if (const auto same = measured::checkSameShape(info, schedule->shape); !same)
        return same;
    const int devices = strategy::deviceCount(ran);
    if (devices != info.world)
        return plan::Error{fmt::format("the recording is of {} ranks, and strategy.yaml cuts the "
                                       "model over {}",
                                       info.world, devices)};
    return plan::done();
}

// The strategy kept beside the event log.
plan::Result<strategy::Strategy> strategyThatRan(const fs::path& folder,
                                                 const measured::RunInfo& info)
{
    const std::string file = (folder / "strategy.yaml").string();
    strategy::ReadResult read = strategy::readStrategyFile(file);
    if (!read.strategy)
        return plan::Error{"strategy.yaml: " + read.problems.front().sentence};
    if (!read.strategy->model)
        return plan::Error{"its strategy has no model, so there is nothing to estimate; record a "
                           "run of one with a 'model' section"};
    if (const auto same = checkSameCut(info, *read.strategy); !same)
        return same.error();
    return *std::move(read.strategy);
}

// The device as strategies name it: a GPU by what its driver calls it.
std::string deviceOf(const measured::Recording& recording)
{
    const std::string& driversName = recording.conditions.gpu;
    if (driversName.empty())
        return recording.info.device;
    const strategy::Hardware* const known = strategy::hardwareOfGpu(driversName);
    return known != nullptr ? known->name : driversName;
}

// What the file says of another machine does not hold here; what it says of this one does. A device
// that it describes itself is taken for this one where nothing else is known of it.
plan::Outcome putOnDevice(const measured::Recording& recording, strategy::Strategy& ran)
{
    const measured::RunInfo& info = recording.info;
    const std::string device = deviceOf(recording);
    const bool described = ran.cluster.spec && !recording.conditions.gpu.empty()
        && strategy::findHardware(device) == nullptr;
    ran.parallel.data = strategy::dataParallel(ran);
    ran.cluster.devices = 0;
    if (ran.cluster.device != device && !described) {
        if (strategy::findHardware(device) == nullptr)
            return plan::Error{"it ran on '" + strategy::shown(device)
                               + "', and no device known here is called that; name it as "
                                 "cluster.device in strategy.yaml, with what it is"};
        ran.cluster = {};
        ran.cluster.device = device;
    }
    // Runs are of one machine, whatever the file says of its nodes.
    ran.cluster.devicesPerNode = std::max(ran.cluster.devicesPerNode, info.world);
    return plan::done();
}

// The file may describe the software of another framework, or costs of another run.
void asOurRanksCompute(strategy::Strategy& ran)
{
    ran.costs.reset();
    ran.kernels = {};
    ran.kernels.framework = strategy::Framework::Bubblescope;
    ran.kernels.loss = strategy::Loss::Fused;
    ran.precision.weights = strategy::WeightType::Fp32;
}

// In seconds; of the steps that followed the schedule the run was started with.
std::vector<double> stepSeconds(const measured::Recording& recording)
{
    std::vector<double> seconds;
    // The first step of a run is left out: caches are cold and connections new. Where steps were
    // dropped, it was among them.
    for (std::size_t i = recording.stepsDropped > 0 ? 0 : 1; i < recording.steps.size(); ++i) {
        const measured::Step& step = recording.steps[i];
        if (step.whole() && !step.schedule.swapped)
            seconds.push_back(measured::ns(step.timeline.makespan) * kNano);
    }
    return seconds;
}

plan::Result<strategy::PublishedRun> runOf(const fs::path& folder,
                                           const measured::Recording& recording)
{
    if (std::string why = whyNoMeasurement(recording); !why.empty())
        return plan::Error{std::move(why)};
    auto ran = strategyThatRan(folder, recording.info);
    if (!ran)
        return ran.error();
    if (const auto put = putOnDevice(recording, *ran); !put)
        return put.error();
    const std::vector<double> seconds = stepSeconds(recording);
    if (seconds.size() < kFewestSteps)
        return plan::Error{
            fmt::format("has {} whole steps of its schedule behind the first, and {} "
                        "are needed; record more of them",
                        seconds.size(), kFewestSteps)};
    strategy::PublishedRun run;
    run.model = ran->name;
    asOurRanksCompute(*ran);
    run.assumptions
        = {"as our ranks compute: fused attention, a loss without copies of the logits, "
           "weights in fp32"};
    run.strategy = *std::move(ran);
    run.family = "bubblescope-run on " + run.strategy.cluster.device;
    run.stepSeconds = measured::medianOf(seconds);
    // A GPU's memory is its own: what the process has of the host's says nothing of it.
    const measured::RunConditions& conditions = recording.conditions;
    const std::uint64_t peak
        = conditions.gpu.empty() ? conditions.peakBytes : conditions.peakDeviceBytes;
    if (peak > 0)
        run.peakBytes = static_cast<double>(peak);
    // What is recorded is the resident set of the process, the framework's share included.
    run.memoryMeasure = strategy::MemoryMeasure::Process;
    if (const auto findings = strategy::check(run.strategy); !findings.problems.empty())
        return plan::Error{"on " + run.strategy.cluster.device + ", "
                           + findings.problems.front().key + ": "
                           + findings.problems.front().sentence};
    return run;
}

} // namespace

bool isRecording(const std::string& path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored) || fs::path(path).extension() == ".bslog";
}

plan::Result<strategy::PublishedRun> recordedRun(const std::string& path)
{
    const auto recording = measured::readRecording(path);
    if (!recording)
        return recording.error();
    // What is missing may be that somebody slowed a rank, or the fullest rank's memory.
    if (const auto damage = measured::damageOf(*recording); !damage.empty())
        return plan::Error{
            path + ": is damaged, so it is not held against an estimate: " + damage.front()};
    std::error_code ignored;
    const fs::path given(path);
    const fs::path folder = fs::is_directory(given, ignored) ? given : given.parent_path();
    auto run = runOf(folder, *recording);
    if (!run)
        return plan::Error{path + ": " + run.error().message};
    run->uid = path;
    return run;
}

} // namespace cli
