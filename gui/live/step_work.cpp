#include "gui/live/step_work.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

// What a schedule's chunks divide is rounded to nanoseconds.
constexpr double kRounding = 1e-3;

double costOf(const plan::StageCosts& stage)
{
    return static_cast<double>((stage.forward + stage.inputGrad + stage.weightGrad).count());
}

double computedPerSample(const strategy::Strategy& strategy)
{
    const plan::Costs costs = strategy.costs.value_or(plan::Costs::unit());
    double sum = 0;
    for (const plan::StageCosts& stage : costs.stages)
        sum += costOf(stage);
    if (costs.stages.size() == 1)
        sum *= static_cast<double>(strategy::stagesOf(strategy));
    return sum / strategy.batch.micro;
}

} // namespace

StepWork workOf(const strategy::Strategy& strategy, double timeScale)
{
    StepWork work{.model = strategy.model, .timeScale = timeScale};
    work.samples = 1.0 * strategy.batch.micro * strategy::microbatches(strategy)
        * strategy::dataParallel(strategy);
    if (!work.model)
        work.computed = computedPerSample(strategy);
    return work;
}

StepWork workOf(const Prediction& prediction)
{
    return workOf(prediction.strategy, prediction.as.timeScale);
}

bool isSameModel(const StepWork& a, const StepWork& b)
{
    return a.isKnown() && b.isKnown() && a.model == b.model && a.timeScale == b.timeScale
        && std::abs(a.computed - b.computed) <= kRounding * std::max(a.computed, b.computed);
}

bool isSameWork(const StepWork& a, const StepWork& b)
{
    return isSameModel(a, b) && a.samples == b.samples;
}

} // namespace gui
