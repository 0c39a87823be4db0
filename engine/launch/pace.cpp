#include "engine/launch/pace.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

double busySeconds(double seconds, double bubbleFraction) { return seconds * (1 - bubbleFraction); }

} // namespace

bool keptPace(const StepReport& step, const Prediction& predicted)
{
    if (!step.whole || !(predicted.stepSeconds > 0.0))
        return true;
    return step.seconds <= (1 + kMostPaceLoss) * *predicted.stepSeconds
           && busySeconds(step.seconds, step.bubbleFraction)
                  >= (1 - kMostPaceLoss)
                         * busySeconds(*predicted.stepSeconds, predicted.bubbleFraction);
}

std::string paceWarning(const Report& report)
{
    if (report.device != "emulated" || !report.predicted || !report.predicted->stepSeconds)
        return {};
    std::size_t lagging = 0;
    double longest = 0;
    for (const StepReport& step : report.steps) {
        if (keptPace(step, *report.predicted))
            continue;
        ++lagging;
        longest = std::max(longest, step.seconds);
    }
    if (lagging == 0)
        return {};
    return fmt::format("the emulation could not keep up: {} of {} steps ended more than {:.0f} % "
                       "after they were due or lost as much of their busy time (the longest took "
                       "{:.3f} ms, predicted {:.3f} ms); the messages are too large or the ops too "
                       "short for this machine, so do not take the difference for the plan's",
                       lagging, report.steps.size(), kMostPaceLoss * 100, longest * 1e3,
                       *report.predicted->stepSeconds * 1e3);
}

} // namespace launch
