#include "engine/strategy/estimate/fitted_runs.h"

#include "engine/strategy/estimate/measured_kernels.h"
#include "engine/strategy/estimate/planned_job.h"
#include "engine/strategy/estimate/schedule_of.h"

#include <algorithm>

namespace strategy {
namespace {

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

RunsToFit runsToFit(const std::vector<RunAccuracy>& accuracies)
{
    const auto numberOf = [](std::map<std::string, int>& known, const std::string& name) {
        return known.emplace(name, static_cast<int>(known.size())).first->second;
    };
    RunsToFit runs;
    for (std::size_t i = 0; i < accuracies.size(); ++i) {
        if (!accuracies[i].timeError)
            continue;
        auto measured = measuredRun(*accuracies[i].run);
        if (!measured)
            continue;
        measured->family = numberOf(runs.families, accuracies[i].run->family);
        measured->device = numberOf(runs.profiles, accuracies[i].profile);
        measured->stack = static_cast<int>(accuracies[i].run->strategy.kernels.framework);
        runs.runs.push_back({i, *std::move(measured)});
    }
    return runs;
}

plan::FittedEfficiencies fitTo(const RunsToFit& runs, int withoutFamily, std::ptrdiff_t withoutRun,
                               const std::function<bool()>& stop)
{
    std::vector<plan::MeasuredRun> measured;
    for (std::size_t i = 0; i < runs.runs.size(); ++i)
        if (runs.runs[i].measured.family != withoutFamily
            && static_cast<std::ptrdiff_t>(i) != withoutRun)
            measured.push_back(runs.runs[i].measured);
    std::vector<plan::MeasuredTerm> terms;
    for (const MeasuredKernel& kernel : measuredKernels())
        if (const auto known = runs.profiles.find(kernel.profile); known != runs.profiles.end())
            terms.push_back({known->second, kernel.term, kernel.value});
    return plan::fitEfficiencies(measured, terms, stop);
}

int fittedTerms(const plan::FittedEfficiencies& fit)
{
    int terms = 0;
    for (const plan::FitTerm& term : plan::kFitTerms) {
        terms += term.common > 0 ? 1 : 0;
        terms += term.device > 0 ? static_cast<int>(fit.devices.size()) : 0;
        terms += term.stack > 0 ? static_cast<int>(fit.stacks.size()) : 0;
    }
    return terms;
}

void leaveFamiliesOut(std::vector<RunAccuracy>& accuracies, const std::function<bool()>& stop)
{
    const RunsToFit runs = runsToFit(accuracies);
    const auto predict = [&](const FittedRun& run, const plan::FittedEfficiencies& fit) {
        const plan::MeasuredRun& measured = run.measured;
        accuracies[run.index].leftOutError
            = plan::predictedSeconds(measured, fit.of(measured.device, measured.stack))
                / measured.seconds
            - 1;
    };
    // Anew for each family, which is what makes it a prediction of runs that were not fitted to.
    if (runs.families.size() > 1) {
        for (const auto& [name, family] : runs.families) {
            const plan::FittedEfficiencies fit = fitTo(runs, family, -1, stop);
            for (const FittedRun& run : runs.runs)
                if (run.measured.family == family)
                    predict(run, fit);
            if (stop && stop())
                return;
        }
        return;
    }
    for (std::size_t i = 0; i < runs.runs.size() && runs.runs.size() > 1; ++i) {
        predict(runs.runs[i], fitTo(runs, -1, static_cast<std::ptrdiff_t>(i), stop));
        if (stop && stop())
            return;
    }
}

} // namespace strategy
