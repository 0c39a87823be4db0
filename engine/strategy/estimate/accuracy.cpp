#include "engine/strategy/estimate/accuracy.h"

#include "engine/plan/cost/parameters.h"
#include "engine/strategy/cost_job.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/hardware.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace strategy {
namespace {

double countedBytes(const plan::RankMemory& memory, MemoryMeasure kind)
{
    switch (kind) {
    case MemoryMeasure::Allocated:
        return memory.peak() - memory.framework - memory.communicators - memory.fragmented;
    case MemoryMeasure::Reserved:
        return memory.peak() - memory.framework - memory.communicators;
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

template <class NameOf>
std::vector<GroupAccuracy> groupsBy(const std::vector<RunAccuracy>& accuracies,
                                    const NameOf& nameOf)
{
    std::vector<GroupAccuracy> groups;
    for (const RunAccuracy& one : accuracies) {
        const std::string name = nameOf(one);
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&](const auto& known) { return known.name == name; });
        if (group == groups.end())
            group = groups.insert(groups.end(), {.name = name});
        double unused = 0;
        if (one.timeError)
            add(*one.timeError, group->times, group->meanTime, group->worstTime);
        if (one.leftOutError)
            add(*one.leftOutError, group->leftOut, group->meanLeftOut, unused);
        if (one.memoryError)
            add(*one.memoryError, group->memories, group->meanMemory, group->worstMemory);
    }
    return groups;
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

std::vector<GroupAccuracy> byFamily(const std::vector<RunAccuracy>& accuracies)
{
    return groupsBy(accuracies, [](const RunAccuracy& one) { return one.run->family; });
}

std::vector<GroupAccuracy> byFramework(const std::vector<RunAccuracy>& accuracies)
{
    return groupsBy(accuracies, [](const RunAccuracy& one) { return one.framework(); });
}

GroupAccuracy ofAll(const std::vector<RunAccuracy>& accuracies)
{
    const auto one = groupsBy(accuracies, [](const RunAccuracy&) { return "all runs"; });
    return one.empty() ? GroupAccuracy{.name = "all runs"} : one.front();
}

std::vector<LeftOutRun> leftOutOf(const std::vector<RunAccuracy>& accuracies)
{
    std::vector<LeftOutRun> runs;
    for (const RunAccuracy& one : accuracies)
        if (one.leftOutError)
            runs.push_back({.device = one.run->strategy.cluster.device,
                            .profile = one.profile,
                            .framework = one.framework(),
                            .family = one.run->family,
                            .devices = deviceCount(one.run->strategy),
                            .parameters = static_cast<double>(
                                plan::parameters(transformerOf(*one.run->strategy.model))),
                            .error = *one.leftOutError});
    return runs;
}

std::optional<double> intervalCoverage(const std::vector<LeftOutRun>& runs)
{
    int counted = 0;
    int inside = 0;
    for (const LeftOutRun& run : runs) {
        const Interval interval
            = intervalOf(runs, run.profile, run.framework, run.devices, run.family);
        if (interval.low == interval.high)
            continue;
        const double ratio = 1 / (1 + run.error);
        ++counted;
        inside += interval.low <= ratio && ratio <= interval.high ? 1 : 0;
    }
    return counted > 0 ? std::optional(double(inside) / counted) : std::nullopt;
}

} // namespace strategy
