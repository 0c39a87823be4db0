// What a lesson holds, as text for those who teach.

#pragma once

#include "engine/lesson/read_lesson.h"

#include <string>

namespace cli {

// One line: "first.yaml: 5 steps, 4 states, 3 pins hold".
std::string contentsOf(const std::string& file, const lesson::ReadLesson& read);

// A line for each step, with its action and right answer; behind those that are right by the
// author's word alone it says so. Precondition: the lesson has no problem.
std::string answersOf(const lesson::ReadLesson& read);

} // namespace cli
