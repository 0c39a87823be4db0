// What is wrong with the steps of a run by their numbers alone: losses that are no number or far
// from those before, and steps that take longer than predicted.

#pragma once

#include "gui/live/alarm.h"
#include "telemetry/wire.h"

#include "engine/plan/costs.h"

#include <QStringList>

#include <deque>
#include <optional>
#include <vector>

namespace gui {

// Both are values; one thread at a time. Steps come in rising order.
class LossAlarms {
public:
    static constexpr std::size_t kMeasure = 20; // losses that a loss is held against
    static constexpr std::size_t kMostKept = 32;

    void add(const telemetry::TrainingStep& step, const AlarmRules& rules);

    // The newest may stand; those before are over.
    const std::deque<Finding>& found() const { return m_found; }

private:
    void raise(int step, bool isNumber, double loss, double usual);
    void end(); // what stands

    std::deque<double> m_losses; // the last that were as usual
    std::deque<Finding> m_found;
    bool m_numbers = true; // whether what stands is of losses that are numbers
    int m_lastBad = -1;    // step
};

class SlowStepAlarms {
public:
    static constexpr std::size_t kWindow = 5; // steps; the median of them counts
    static constexpr std::size_t kMostKept = 32;

    // `predicted`: 0: not known, and the step is not judged. `slowed`: ranks of the world that
    // somebody had made slower in it.
    void add(int step, plan::Nanoseconds makespan, plan::Nanoseconds predicted,
             const AlarmRules& rules, const std::vector<int>& slowed = {});

    const std::deque<Finding>& found() const { return m_found; }

private:
    struct Ratio {
        int step = 0;
        double of = 0; // measured by predicted
        std::vector<int> slowed{};
    };

    QStringList causes() const; // that are known, a sentence each

    std::deque<Ratio> m_last;
    std::deque<Finding> m_found;
};

} // namespace gui
