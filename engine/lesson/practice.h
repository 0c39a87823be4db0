// A step asked again with other values: one lesson is a bank of questions, as its answers are
// worked out and not written down.

#pragma once

#include "engine/lesson/judge.h"

#include <cstdint>
#include <map>
#include <string>

namespace lesson {

struct DrawnQuestion {
    std::map<std::string, std::string> fields; // what was drawn, by dotted name
    PlannedPtr planned;                        // never null
};

// It varies, and is answered by a number, a click or a stretch: other actions do not go by what is
// drawn.
bool canBePractised(const Step& step);

// Of a step that varies; the same seed draws the same. Fails where the step does not, or where
// nothing that is drawn can be planned.
plan::Result<DrawnQuestion> drawQuestion(const ReadLesson& read, const Step& step,
                                         std::uint64_t seed);

// What such a question is asked over: see Scene.
Scene sceneOf(const ReadLesson& read, const Step& step, const DrawnQuestion& drawn);

// Days after a step was passed on which it is asked again.
inline constexpr int kPracticeDays[] = {1, 3, 7};

// The number of practices that are due so many days after the step was passed, of which `done` were
// made: 0 or 1.
bool isPracticeDue(int daysSincePassed, int done);

} // namespace lesson
