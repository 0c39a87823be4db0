// What training came to, step by step: loss, norm of the gradient, learning rate, tokens per
// second. Memory is bounded however long the run.

#pragma once

#include "gui/charts/step_series.h"
#include "telemetry/wire.h"

#include <chrono>
#include <map>
#include <vector>

namespace gui {

class TrainingSeries {
public:
    // How long a step took.
    struct Time {
        int step = 0;
        std::chrono::nanoseconds makespan{};
    };

    // Both in rising order of steps, as many as there are. A loss that is not a number, or a step
    // whose update was left out, is among skipped(), at the height of the loss before it. Tokens
    // and time of a step come together or not; what comes first waits for the other.
    void add(const std::vector<telemetry::TrainingStep>& steps, const std::vector<Time>& times);

    void clear() { *this = {}; }

    const StepSeries& loss() const { return m_loss; }
    const StepSeries& gradientNorm() const { return m_norm; }
    const StepSeries& learningRate() const { return m_rate; }
    const StepSeries& throughput() const { return m_throughput; } // tokens a second
    const StepSeries& skipped() const { return m_skipped; }

private:
    static constexpr std::size_t kMaxWaiting = 64; // after a call

    struct Waiting {
        std::uint64_t tokens = 0;
        std::chrono::nanoseconds makespan{};
    };
    void add(const telemetry::TrainingStep& step);
    void add(const Time& time);
    void pair(int step);

    StepSeries m_loss;
    StepSeries m_norm;
    StepSeries m_rate;
    StepSeries m_throughput;
    StepSeries m_skipped;
    double m_lastLoss = 0;
    std::map<int, Waiting> m_waiting; // by step: tokens or time is still missing
};

} // namespace gui
