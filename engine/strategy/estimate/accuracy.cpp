#include "engine/strategy/estimate/accuracy.h"

#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/estimate/planned_job.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/hardware.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace strategy {
namespace {

double countedBytes(const plan::RankMemory& memory, MemoryMeasure kind)
{
    switch (kind) {
    case MemoryMeasure::Allocated:
        return memory.peak() - memory.framework - memory.fragmented;
    case MemoryMeasure::Reserved:
        return memory.peak() - memory.framework;
    case MemoryMeasure::Process:
        break;
    }
    return memory.peak();
}

RunAccuracy accuracyOfRun(const PublishedRun& run, const Estimate& estimated)
{
    RunAccuracy accuracy{.run = &run, .profile = profileNameOf(run.strategy.cluster)};
    accuracy.predictedSeconds = estimated.stepSeconds;
    for (const plan::RankMemory& rank : estimated.memory)
        accuracy.predictedBytes
            = std::max(accuracy.predictedBytes, countedBytes(rank, run.memoryMeasure));
    if (run.stepSeconds)
        accuracy.timeError = accuracy.predictedSeconds / *run.stepSeconds - 1;
    if (run.peakBytes)
        accuracy.memoryError = accuracy.predictedBytes / *run.peakBytes - 1;
    return accuracy;
}

// What makes two rows the same measurement.
auto measurementOf(const PublishedRun& run)
{
    Strategy strategy = run.strategy;
    strategy.name.clear();
    // The first letters of the model's name alone: tables of different papers spell the rest
    // differently.
    return std::tuple(run.model.substr(0, 8), run.stepSeconds, run.peakBytes,
                      strategy.parallel.tensor, strategy.parallel.pipeline, dataParallel(strategy),
                      strategy.batch.micro, strategy.batch.global, strategy.model->sequence,
                      strategy.precision.compute, strategy.schedule.name);
}

void add(double error, int& count, double& mean, double& worst)
{
    ++count;
    // A running mean, as rows come one by one.
    mean += (std::abs(error) - mean) / count;
    if (std::abs(error) > std::abs(worst))
        worst = error;
}

// Few enough microbatches that a prediction takes a millisecond, as many as show how much
// longer each one makes the step.
std::optional<plan::MeasuredRun> measuredRun(const PublishedRun& run)
{
    auto planned = planJob(run.strategy);
    if (!planned)
        return std::nullopt;
    plan::MeasuredRun measured{.job = planned->job,
                               .schedule = std::move(planned->schedule),
                               .split = std::move(planned->split),
                               .longer = {},
                               .seconds = *run.stepSeconds};
    const int ranks = measured.schedule.shape.ranks;
    const int all = measured.schedule.shape.microbatches;
    // As many over a multiple of the ranks as the whole has, since schedules treat the rest of that
    // division apart.
    const int few = 2 * ranks + 8 + all % ranks - (2 * ranks + 8) % ranks;
    // Short already: two predictions would take as long as this one.
    if (all < 3 * (few + ranks))
        return measured;
    const auto made = [&](int microbatches) {
        Strategy less = run.strategy;
        less.batch.global = microbatches * less.batch.micro * dataParallel(less);
        return scheduleOf(less);
    };
    auto schedule = made(few);
    auto longer = made(few + ranks);
    if (!schedule || !longer)
        return measured;
    measured.schedule = *std::move(schedule);
    measured.longer = *std::move(longer);
    measured.times = double(all - few) / ranks;
    return measured;
}

} // namespace

std::vector<RunAccuracy> accuracyOf(const std::vector<PublishedRun>& runs)
{
    std::vector<RunAccuracy> accuracies;
    std::set<decltype(measurementOf(runs.front()))> seen;
    for (const PublishedRun& run : runs) {
        if (!run.whyNot.empty()
            || (!run.stepSeconds && !run.peakBytes)
            // Tables repeat each other's rows; twice the same run would count twice.
            || !seen.insert(measurementOf(run)).second)
            continue;
        if (const auto estimated = estimate(run.strategy))
            accuracies.push_back(accuracyOfRun(run, *estimated));
    }
    return accuracies;
}

std::vector<FamilyAccuracy> byFamily(const std::vector<RunAccuracy>& accuracies)
{
    std::vector<FamilyAccuracy> families;
    for (const RunAccuracy& accuracy : accuracies) {
        const std::string& name = accuracy.run->family;
        auto family = std::find_if(families.begin(), families.end(),
                                   [&](const auto& known) { return known.family == name; });
        if (family == families.end()) {
            families.push_back({.family = name});
            family = families.end() - 1;
        }
        if (accuracy.timeError)
            add(*accuracy.timeError, family->times, family->meanTime, family->worstTime);
        if (accuracy.memoryError)
            add(*accuracy.memoryError, family->memories, family->meanMemory, family->worstMemory);
    }
    return families;
}

std::vector<ProfileRuns> runsByProfile(const std::vector<RunAccuracy>& accuracies)
{
    std::map<std::string, ProfileRuns> profiles;
    std::map<std::string, int> families;
    for (const RunAccuracy& accuracy : accuracies) {
        if (!accuracy.timeError)
            continue;
        auto measured = measuredRun(*accuracy.run);
        if (!measured)
            continue;
        measured->family
            = families.emplace(accuracy.run->family, int(families.size())).first->second;
        ProfileRuns& runs = profiles[accuracy.profile];
        runs.profile = accuracy.profile;
        runs.runs.push_back(accuracy.run);
        runs.measured.push_back(*std::move(measured));
    }
    std::vector<ProfileRuns> list;
    list.reserve(profiles.size());
    for (auto& [name, runs] : profiles)
        list.push_back(std::move(runs));
    return list;
}

void leaveFamiliesOut(std::vector<FamilyAccuracy>& families,
                      const std::vector<RunAccuracy>& accuracies, const std::function<bool()>& stop)
{
    std::map<double, ProfileRuns> devices; // by the peak, which tells them apart
    for (ProfileRuns& runs : runsByProfile(accuracies))
        for (std::size_t i = 0; i < runs.runs.size(); ++i) {
            ProfileRuns& device = devices[runs.measured[i].job.machine.device.bf16Flops];
            device.runs.push_back(runs.runs[i]);
            device.measured.push_back(std::move(runs.measured[i]));
        }
    for (FamilyAccuracy& family : families) {
        int count = 0;
        double mean = 0;
        double worst = 0;
        for (const auto& [peak, device] : devices) {
            std::vector<plan::MeasuredRun> others;
            std::vector<plan::MeasuredRun> own;
            for (std::size_t i = 0; i < device.runs.size(); ++i)
                (device.runs[i]->family == family.family ? own : others)
                    .push_back(device.measured[i]);
            // A family that is alone on its device can be predicted from nobody else's.
            if (own.empty() || others.empty() || (stop && stop()))
                continue;
            // Anew for each family, which is what makes it a prediction of runs that were not
            // fitted to.
            const plan::FitResult fit = plan::fitEfficiency(others, stop);
            for (const plan::MeasuredRun& run : own)
                add(plan::predictedSeconds(run, fit.efficiency) / run.seconds - 1, count, mean,
                    worst);
        }
        if (count > 0)
            family.meanTimeLeftOut = mean;
    }
}

} // namespace strategy
