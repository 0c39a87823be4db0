#include "gui/charts/training_series.h"

#include <cmath>

namespace gui {

void TrainingSeries::add(const std::vector<telemetry::TrainingStep>& steps,
                         const std::vector<Time>& times)
{
    // By step, so that few wait at once however many come together.
    auto time = times.begin();
    for (const telemetry::TrainingStep& step : steps) {
        for (; time != times.end() && time->step <= step.step; ++time)
            add(*time);
        add(step);
    }
    for (; time != times.end(); ++time)
        add(*time);
}

void TrainingSeries::add(const telemetry::TrainingStep& step)
{
    if (std::isfinite(step.loss)) {
        m_loss.add(step.step, step.loss);
        m_lastLoss = step.loss;
    }
    if (step.skipped != 0 || !std::isfinite(step.loss))
        m_skipped.add(step.step, m_lastLoss);
    if (std::isfinite(step.gradientNorm))
        m_norm.add(step.step, step.gradientNorm);
    if (std::isfinite(step.learningRate))
        m_rate.add(step.step, step.learningRate);
    if (step.tokens > 0) {
        m_waiting[step.step].tokens = step.tokens;
        pair(step.step);
    }
}

void TrainingSeries::add(const Time& time)
{
    if (time.makespan.count() <= 0)
        return;
    m_waiting[time.step].makespan = time.makespan;
    pair(time.step);
}

void TrainingSeries::pair(int step)
{
    const Waiting& waiting = m_waiting.at(step);
    if (waiting.tokens > 0 && waiting.makespan.count() > 0) {
        m_throughput.add(step,
                         static_cast<double>(waiting.tokens) * 1e9
                             / static_cast<double>(waiting.makespan.count()));
        m_waiting.erase(step);
    }
    // The other half of the oldest is taken to be lost.
    while (m_waiting.size() > kMaxWaiting)
        m_waiting.erase(m_waiting.begin());
}

} // namespace gui
