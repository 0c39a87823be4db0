#include "engine/measured/pace.h"

#include <algorithm>

#include <fmt/format.h>

namespace measured {

namespace {

double busySeconds(const StepPace& step) { return step.seconds * (1 - step.bubbleFraction); }

// "12.8", "178", "1280"
std::string threeDigits(double value)
{
    const int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return fmt::format("{:.{}f}", value, decimals);
}

} // namespace

bool keptPace(const StepPace& step, const StepPace& predicted)
{
    // Both are asked: a step may end in time and still have computed less than it stands for.
    return !(predicted.seconds > 0)
        || (step.seconds <= (1 + kMostPaceLoss) * predicted.seconds
            && busySeconds(step) >= (1 - kMostPaceLoss) * busySeconds(predicted));
}

void PaceWatch::add(const StepPace& step)
{
    ++m_steps;
    if (keptPace(step, m_predicted))
        return;
    ++m_lagging;
    m_longest = std::max(m_longest, step.seconds);
}

std::string PaceWatch::warning() const
{
    if (m_lagging == 0)
        return {};
    const char* why = 2 * m_lagging < m_steps
        ? "this machine was busy with something else then, so those steps say nothing of the plan"
        : "the messages are too large or the ops too short for this machine, so do not take the "
          "difference for the plan's";
    return fmt::format("the emulation could not keep up: {} of {} steps ended more than {:.0f} % "
                       "after they were due or lost as much of their busy time (the longest took "
                       "{} ms, predicted {} ms); {}",
                       m_lagging, m_steps, kMostPaceLoss * 100, threeDigits(m_longest * 1e3),
                       threeDigits(m_predicted.seconds * 1e3), why);
}

} // namespace measured
