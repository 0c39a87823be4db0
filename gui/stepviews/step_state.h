// What the views of a step show: states of a lesson, by the names that its file gives them.

#pragma once

#include "engine/lesson/measure.h"
#include "engine/lesson/planned.h"

#include <QString>

#include <optional>
#include <vector>

namespace gui {

struct StepState {
    QString title;              // plain
    lesson::PlannedPtr planned; // null: it cannot be planned
};

// A measure over several states, a point for each.
struct ChartOf {
    lesson::Measure of;
    std::vector<StepState> states;
    bool covered = false; // for itself, whatever the other views are
};

// How views show a state.
struct ViewOptions {
    // What could be read off as an answer is kept back.
    bool covered = false;
    // Something is to be clicked: where a view is covered, what can be clicked is there all the
    // same, without what it belongs to.
    bool asksClicks = false;
    std::optional<plan::Nanoseconds> unit{}; // u of the lesson

    bool operator==(const ViewOptions&) const = default;
};

// A time in the unit in which the lesson counts: "8 u".
QString timeInLesson(plan::Nanoseconds time, const ViewOptions& options);

} // namespace gui
