// Whether a step can be passed, and what it says of wrong answers. Internal to this folder.

#pragma once

#include "engine/lesson/lesson_reader.h"

namespace lesson {

// A right answer passes, and what the lesson calls wrong is an answer, and does not. Precondition:
// what is asked for is known, as knownOf() has it.
void checkAnswers(LessonReader& reader, const Step& step);

} // namespace lesson
