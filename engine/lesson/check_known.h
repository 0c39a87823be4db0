// Whether what a lesson asks of can be told. Internal to this folder.

#pragma once

#include "engine/lesson/condition.h"
#include "engine/lesson/read_lesson.h"

#include <string>

namespace lesson {

// Of a measure as a step asks for it, or as a pin does.
struct Known {
    bool isKnown = false;
    // What is wrong with that; empty where it is told already, as of a state that has a problem of
    // its own, and of a run, which nobody has made yet.
    std::string problem;
};

// `step`: whose state is meant where the measure names none; null: of a pin.
Known knownOf(const ReadLesson& read, const Measure& measure, const Step* step);
// Of both sides.
Known knownOf(const ReadLesson& read, const Condition& condition, const Step* step);

bool isOfRun(const Measure& measure);
bool isOfRun(const Condition& condition); // either side

} // namespace lesson
