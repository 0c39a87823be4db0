#include "engine/measured/calibration.h"

#include "engine/measured/averages.h"
#include "engine/measured/real_time.h"
#include "engine/plan/counted.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace measured {
namespace {

// A step that can be fitted.
struct Usable {
    const Step* step = nullptr;
    std::vector<ObservedUnit> units;
    ObservedEnd end;
};

Nanoseconds medianStep(const std::vector<const Usable*>& steps)
{
    std::vector<double> times;
    times.reserve(steps.size());
    for (const Usable* usable : steps)
        times.push_back(ns(usable->step->timeline.makespan));
    return rounded(medianOf(std::move(times)));
}

// What all fits to steps of one run have in common.
struct Ran {
    const plan::Schedule& schedule;
    const std::vector<int>& hosts; // [rank]; may be empty
};

CostFit fitted(const Ran& ran, const std::vector<const Usable*>& steps, Average average)
{
    std::vector<std::vector<ObservedUnit>> units;
    std::vector<ObservedEnd> ends;
    for (const Usable* usable : steps) {
        units.push_back(usable->units);
        ends.push_back(usable->end);
    }
    return fitCosts(ran.schedule, units, ends, average, ran.hosts);
}

std::vector<Usable> usableSteps(const plan::Schedule& schedule, std::span<const Step> steps,
                                Calibration& result)
{
    std::vector<Usable> usable;
    for (const Step& step : steps) {
        if (!step.whole()) {
            ++result.brokenSteps;
            continue;
        }
        auto units = observedUnits(schedule, step.timeline);
        if (units) {
            usable.push_back({&step, *std::move(units), observedEnd(step.timeline)});
        } else if (result.otherSteps++ == 0) {
            result.firstOther
                = "step " + std::to_string(step.number) + ": " + units.error().message;
        }
    }
    return usable;
}

std::vector<const Usable*> everySecond(const std::vector<Usable>& steps, std::size_t from)
{
    std::vector<const Usable*> taken;
    for (std::size_t i = from; i < steps.size(); i += 2)
        taken.push_back(&steps[i]);
    return taken;
}

// Of a fit to some steps, against others.
plan::Result<double> errorOf(const Ran& ran, const std::vector<const Usable*>& fit,
                             const std::vector<const Usable*>& others, Average average)
{
    const auto predicted = plan::simulate(ran.schedule, fitted(ran, fit, average).costs);
    if (!predicted)
        return predicted.error();
    return ns(predicted->makespan) / ns(medianStep(others)) - 1;
}

plan::Outcome chooseAverage(const Ran& ran, const std::vector<Usable>& steps, Calibration& result)
{
    const bool one = steps.size() < 2; // then that against itself
    const auto even = everySecond(steps, 0);
    const auto odd = one ? even : everySecond(steps, 1);
    // Each half predicts the other. An average that is good one way by luck is bad the other way.
    std::optional<double> least;
    for (const Average average : {Average::Median, Average::TrimmedMean, Average::Mean}) {
        const auto byOdd = errorOf(ran, odd, even, average);
        const auto byEven = errorOf(ran, even, odd, average);
        if (!byOdd || !byEven)
            return byOdd ? byEven.error() : byOdd.error();
        const double both = std::abs(*byOdd) + std::abs(*byEven);
        if (least && both >= *least)
            continue;
        least = both;
        result.average = average;
        if (!one)
            result.heldOutError = *byOdd;
    }
    return plan::done();
}

void compareOps(const plan::Timeline& predicted, const std::vector<Usable>& steps,
                Calibration& result)
{
    double sum = 0;
    std::size_t count = 0;
    for (const Usable& usable : steps) {
        for (std::size_t rank = 0; rank < predicted.spans.size(); ++rank) {
            const auto& measured = usable.step->timeline.spans[rank];
            for (std::size_t i = 0; i < measured.size(); ++i) {
                // The two ops of a measured pair may have changed places.
                const auto near = predicted.spans[rank].begin() + std::ptrdiff_t(i);
                const auto same = std::find_if(
                    i > 0 ? near - 1 : near, predicted.spans[rank].end(),
                    [&](const plan::Span& span) { return span.op == measured[i].op; });
                sum += std::abs(ns(same->end - measured[i].end));
                ++count;
            }
        }
    }
    result.opDeviation = rounded(count == 0 ? 0 : sum / double(count));
    result.opError = ns(result.opDeviation) / ns(result.measuredStep);
}

std::vector<StageFit> stageFits(const Calibration& found, const std::vector<Usable>& steps)
{
    std::vector<std::array<std::vector<double>, 4>> seen(found.costs.stages.size());
    for (const Usable& usable : steps)
        for (const ObservedUnit& unit : usable.units)
            for (std::size_t i = 0; i < std::size_t(unit.count); ++i)
                seen[std::size_t(unit.ops[i].stage)][std::size_t(unit.ops[i].kind)].push_back(
                    unit.lasts[i]);
    std::vector<StageFit> stages;
    for (std::size_t stage = 0; stage < seen.size(); ++stage) {
        StageFit fit{.fitted = found.costs.stages[stage]};
        for (std::size_t kind = 0; kind < 4; ++kind)
            fit.seen[kind]
                = {seen[stage][kind].size(), rounded(averageOf(found.average, seen[stage][kind]))};
        stages.push_back(fit);
    }
    return stages;
}

plan::Outcome fillIn(const Ran& ran, const std::vector<Usable>& steps, Calibration& result)
{
    std::vector<const Usable*> all;
    all.reserve(steps.size());
    for (const Usable& usable : steps)
        all.push_back(&usable);
    result.stepsUsed = steps.size();
    result.measuredStep = medianStep(all);
    if (result.measuredStep <= Nanoseconds{0})
        return plan::Error{"the recorded steps have no length; there is nothing to fit"};
    const auto [shortest, longest]
        = std::minmax_element(all.begin(), all.end(), [](const Usable* a, const Usable* b) {
              return a->step->timeline.makespan < b->step->timeline.makespan;
          });
    result.shortestStep = (*shortest)->step->timeline.makespan;
    result.longestStep = (*longest)->step->timeline.makespan;

    if (const auto chosen = chooseAverage(ran, steps, result); !chosen)
        return chosen;
    CostFit fit = fitted(ran, all, result.average);
    result.costs = std::move(fit.costs);
    result.byHost = fit.byHost;
    result.gaps = std::move(fit.gaps);
    result.stages = stageFits(result, steps);
    const auto predicted = plan::simulate(ran.schedule, result.costs);
    if (!predicted)
        return predicted.error();
    result.predictedStep = predicted->makespan;
    result.error = ns(result.predictedStep) / ns(result.measuredStep) - 1;
    compareOps(*predicted, steps, result);
    return plan::done();
}

std::string shapeText(const plan::Shape& shape)
{
    return plan::counted(shape.ranks, "rank") + ", " + plan::counted(shape.chunks, "chunk")
        + " per rank, " + plan::counted(shape.microbatches, "microbatch") + " and "
        + plan::counted(shape.directions, "direction");
}

} // namespace

plan::Outcome checkSameShape(const RunInfo& recorded, const plan::Shape& planned)
{
    if (recorded.shape == planned)
        return plan::done();
    return plan::Error{"the recording is of " + recorded.schedule + " with "
                       + shapeText(recorded.shape) + ", and the strategy has " + shapeText(planned)
                       + "; give the strategy that was run"};
}

std::size_t warmUpSteps(const std::vector<Nanoseconds>& steps)
{
    std::vector<double> later;
    for (std::size_t i = steps.size() / 2; i < steps.size(); ++i)
        later.push_back(ns(steps[i]));
    const double settled = medianOf(later);
    for (double& time : later)
        time = std::abs(time - settled);
    // Of the median distance, where times are normal: 1 / 0.6745, the third quartile of the
    // standard normal distribution.
    constexpr double kToDeviation = 1.4826;
    const double within = std::max(0.05 * settled, 3 * kToDeviation * medianOf(later));
    std::size_t first = 0;
    while (first < steps.size() / 2 && ns(steps[first]) > settled + within)
        ++first;
    return first;
}

plan::Result<Calibration> calibrate(const plan::Schedule& schedule, const std::vector<Step>& steps,
                                    std::optional<std::size_t> skip, const std::vector<int>& hosts)
{
    Calibration result;
    result.warmUpSteps = std::min(skip.value_or(0), steps.size());
    std::vector<Usable> usable
        = usableSteps(schedule, std::span(steps).subspan(result.warmUpSteps), result);
    if (!skip) {
        std::vector<Nanoseconds> times;
        times.reserve(usable.size());
        for (const Usable& step : usable)
            times.push_back(step.step->timeline.makespan);
        result.warmUpSteps = warmUpSteps(times);
        usable.erase(usable.begin(), usable.begin() + std::ptrdiff_t(result.warmUpSteps));
    }
    if (usable.empty() && result.otherSteps > 0)
        return plan::Error{"the recording did not run the strategy's order; " + result.firstOther
                           + "; give the strategy that was run"};
    if (usable.empty())
        return plan::Error{"of " + std::to_string(steps.size())
                           + " recorded steps none is left to fit; record a longer run"};
    if (const auto filled = fillIn({schedule, hosts}, usable, result); !filled)
        return filled.error();
    return result;
}

} // namespace measured
