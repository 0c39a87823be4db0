#include "engine/runtime/emulated/paced_report.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace engine {

PacedReport::PacedReport(Control& control, Nanoseconds predictedMakespan)
    : m_control(control)
    , m_predicted(predictedMakespan)
{
}

void PacedReport::over(const Completion& completion)
{
    if (completion.isOfCompute())
        m_lateness.push_back(completion.lateness);
}

plan::Outcome PacedReport::afterStep(int step, Nanoseconds lasted)
{
    // The step is over when its last rank is.
    const auto makespan = m_control.agreeMax(lasted, "the end of step " + std::to_string(step));
    if (!makespan)
        return makespan.error();
    if (m_control.rank() != 0)
        return plan::done();
    const double measured = static_cast<double>(makespan->count()) / 1e6;
    const double predicted = static_cast<double>(m_predicted.count()) / 1e6;
    std::printf("step %d: %.3f ms measured, %.3f ms predicted, %+.3f %%\n", step, measured,
                predicted, predicted > 0 ? 100 * (measured - predicted) / predicted : 0.0);
    std::fflush(stdout);
    return plan::done();
}

plan::Outcome PacedReport::end()
{
    if (m_lateness.empty())
        return plan::done();
    std::sort(m_lateness.begin(), m_lateness.end());
    const auto microseconds
        = [&](std::size_t index) { return static_cast<double>(m_lateness[index].count()) / 1e3; };
    const std::size_t last = m_lateness.size() - 1;
    std::printf("rank %d: lateness median %.1f us, p99 %.1f us, max %.1f us\n", m_control.rank(),
                microseconds(last / 2), microseconds(last * 99 / 100), microseconds(last));
    std::fflush(stdout);
    return plan::done();
}

} // namespace engine
