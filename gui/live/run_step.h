// A whole step of a run, with all that is to be known of it without the run: it can be kept, and
// compared with others, when the run is gone.

#pragma once

#include "gui/live/comparison.h"
#include "gui/live/run_order.h"
#include "gui/live/step_history.h"
#include "gui/live/step_work.h"

#include <QString>

#include <cstdint>

namespace gui {

class RunController;
class RunView;

struct RunStep {
    StepPtr step;            // complete; null: there is none
    MeasuredNumbers numbers; // of it
    SchedulePtr schedule;    // that it followed; null while unknown
    QString run;             // its name; empty where only a recording is known
    bool emulated = false;
    QString stands{};            // what a second of it stands for; empty: itself
    bool turns = false;          // its ranks took turns
    std::uint64_t peakBytes = 0; // the most that a rank held; 0: not known
    double tokens = 0;           // that it trains; 0: not known
    StepWork work{};

    explicit operator bool() const { return step != nullptr; }
    // The same step, and as much is known of it.
    bool isSame(const RunStep& other) const;
};

// Of the step whose numbers are on show.
RunStep runStepOf(const RunView& view, const RunController& controller);

} // namespace gui
