// What training came to, step by step: loss, norm of the gradient, learning rate, tokens per
// second. Memory is bounded however long the run.

#pragma once

#include "gui/charts/step_series.h"
#include "telemetry/wire.h"

#include <chrono>
#include <map>
#include <vector>

namespace gui {

// A value that copies; GUI thread. Numbers of steps are those of the run, from 0.
class TrainingSeries {
public:
    // How long a step took.
    struct Time {
        int step = 0;
        std::chrono::nanoseconds makespan{};
    };

    // Both in rising order of steps, as many as there are since the last call. A loss that is not a
    // number, or a step whose update was left out, is among skipped(), at the height of the last
    // loss that was one. Tokens and time of a step need not come in the same call; what comes first
    // waits for the other.
    void add(const std::vector<telemetry::TrainingStep>& steps, const std::vector<Time>& times);

    void clear() { *this = {}; } // for another run

    // As the run reports them; what is not finite is left out.
    const StepSeries& loss() const { return m_loss; }
    const StepSeries& gradientNorm() const { return m_norm; }
    const StepSeries& learningRate() const { return m_rate; }
    const StepSeries& throughput() const { return m_throughput; } // tokens per second
    const StepSeries& skipped() const { return m_skipped; }

private:
    static constexpr std::size_t kMaxWaiting = 64; // the oldest go first

    // What is known so far of a step's throughput; 0 is what has not come yet.
    struct Waiting {
        std::uint64_t tokens = 0;
        std::chrono::nanoseconds makespan{};
    };

    void add(const telemetry::TrainingStep& step);
    void add(const Time& time);
    // Adds the throughput of the step where both halves are there, and drops what waits for too
    // long. Precondition: m_waiting has an entry for `step`.
    void pair(int step);

    StepSeries m_loss;
    StepSeries m_norm;
    StepSeries m_rate;
    StepSeries m_throughput;
    StepSeries m_skipped;
    double m_lastLoss = 0;            // that was a number; 0 while there was none
    std::map<int, Waiting> m_waiting; // by step: tokens or time is still missing
};

} // namespace gui
