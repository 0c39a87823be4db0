#include "engine/lesson_run/told_by_run.h"

#include "engine/measured/averages.h"
#include "engine/measured/real_time.h"
#include "engine/measured/stalls.h"
#include "engine/measured/straggler.h"
#include "engine/plan/metrics.h"

#include <algorithm>
#include <cmath>

namespace lesson {
namespace {

using Steps = std::vector<const measured::Step*>;

template <class Project>
double medianOver(const Steps& steps, const Project& project)
{
    std::vector<double> values;
    for (const measured::Step* step : steps)
        values.push_back(project(*step));
    return measured::medianOf(std::move(values));
}

void tellTimes(const Steps& whole, MeasuredRun& told)
{
    if (whole.empty())
        return;
    told.step = measured::rounded(medianOver(
        whole, [](const measured::Step& step) { return measured::ns(step.timeline.makespan); }));
    told.bubble = medianOver(
        whole, [](const measured::Step& step) { return plan::bubbleFraction(step.timeline); });
    told.lateness = measured::rounded(medianOver(
        whole, [](const measured::Step& step) { return measured::ns(step.medianLateness); }));
}

void tellSlowRank(const Steps& whole, const plan::Schedule& schedule, MeasuredRun& told)
{
    measured::StragglerWatch watch(schedule);
    for (const measured::Step* step : whole)
        watch.add(*step);
    const auto& found = watch.found();
    const auto worst
        = std::max_element(found.begin(), found.end(),
                           [](const auto& a, const auto& b) { return a.factor < b.factor; });
    if (worst == found.end())
        return;
    told.slowRank = worst->rank;
    told.slowFactor = worst->factor;
    told.slowSince = worst->since;
}

// The first step is one of cold caches: an op that takes long in it is no stall.
void tellStall(const std::vector<measured::Step>& steps, MeasuredRun& told)
{
    std::vector<measured::Stall> stalls = measured::stallsOf(steps);
    std::erase_if(stalls, [&](const auto& stall) { return stall.step == steps.front().number; });
    const auto worst
        = std::max_element(stalls.begin(), stalls.end(),
                           [](const auto& a, const auto& b) { return a.excess() < b.excess(); });
    if (worst == stalls.end())
        return;
    told.stall = toText(worst->span.op);
    told.stallStep = worst->step;
}

void tellChecks(const std::vector<measured::Step>& steps, MeasuredRun& told)
{
    for (const measured::Step& step : steps) {
        for (const measured::RankCheck& check : step.checks) {
            const telemetry::CheckRecord& record = check.record;
            if (record.stage < 0)
                told.reruns = told.reruns.value_or(0) + static_cast<int>(record.compared);
            else if (record.different > 0 && told.differingOp.empty())
                told.differingOp = toText(plan::Op{
                    record.stage, static_cast<plan::OpKind>(record.kind), record.microbatch});
        }
    }
}

void tellLosses(const Steps& whole, MeasuredRun& told)
{
    for (const measured::Step* step : whole) {
        if (std::isnan(step->loss))
            continue;
        if (!told.firstLoss)
            told.firstLoss = step->loss;
        told.loss = step->loss;
    }
}

} // namespace

MeasuredRun toldByRun(const std::vector<measured::Step>& steps, const plan::Schedule& schedule,
                      const MeasuredRun* before)
{
    MeasuredRun told;
    Steps whole;
    for (const measured::Step& step : steps)
        if (step.whole())
            whole.push_back(&step);
    tellTimes(whole, told);
    tellSlowRank(whole, schedule, told);
    if (!steps.empty())
        tellStall(steps, told);
    tellChecks(steps, told);
    tellLosses(whole, told);
    if (before)
        told.lossBefore = before->loss;
    return told;
}

} // namespace lesson
