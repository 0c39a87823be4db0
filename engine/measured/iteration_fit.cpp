#include "engine/measured/iteration_fit.h"

#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"

namespace measured {
namespace {

plan::Result<IterationFit> fitOne(const plan::Schedule& schedule, const Step& step)
{
    const auto found = calibrate(schedule, {step}, 0);
    if (!found)
        return found.error();
    const auto predicted = plan::simulate(schedule, found->costs);
    if (!predicted)
        return predicted.error();
    IterationFit fit;
    fit.number = step.number;
    fit.measured = step.timeline.makespan;
    fit.measuredBubble = plan::bubbleFraction(step.timeline);
    fit.simulated = predicted->makespan;
    fit.simulatedBubble = plan::bubbleFraction(*predicted);
    fit.error = found->error;
    fit.costs = found->costs;
    return fit;
}

// Each half of the steps from `first` on predicts the other.
plan::Outcome predictByOthers(const plan::Schedule& schedule, const std::vector<Step>& steps,
                              std::size_t first, std::vector<IterationFit>& fits)
{
    if (steps.size() < first + 2)
        return plan::done();
    for (std::size_t half = 0; half < 2; ++half) {
        std::vector<Step> others;
        for (std::size_t i = first + 1 - half; i < steps.size(); i += 2)
            others.push_back(steps[i]);
        const auto found = calibrate(schedule, others, 0);
        if (!found)
            return found.error();
        for (std::size_t i = first + half; i < steps.size(); i += 2)
            fits[i].byOthers = found->predictedStep;
    }
    return plan::done();
}

} // namespace

plan::Result<std::vector<IterationFit>> fitEach(const plan::Schedule& schedule,
                                                const std::vector<Step>& steps)
{
    std::vector<IterationFit> fits;
    std::vector<Nanoseconds> times;
    for (const Step& step : steps) {
        auto fitted = fitOne(schedule, step);
        if (!fitted)
            return plan::Error{"iteration " + std::to_string(step.number) + ": "
                               + fitted.error().message};
        fits.push_back(*std::move(fitted));
        times.push_back(step.timeline.makespan);
    }
    auto fit = fits.begin();
    for (const Stall& stall : stallsOf(steps)) {
        while (fit->number != stall.step)
            ++fit;
        fit->stalls.push_back(stall);
    }
    const std::size_t warmUp = warmUpSteps(times);
    for (std::size_t i = 0; i < warmUp; ++i)
        fits[i].warmUp = true;
    if (const auto predicted = predictByOthers(schedule, steps, warmUp, fits); !predicted)
        return predicted.error();
    return fits;
}

} // namespace measured
