// What a step shows as one SVG picture, for paper and slides.
//
// Drawn for paper: kinds of ops differ in grey, too, and times are told in the lesson's u. The same
// for the same step.

#pragma once

#include "engine/lesson/read_lesson.h"

#include <string>

namespace lesson {

// The timeline of its state, or of those that it compares, under each other; of a step in which a
// schedule is laid the empty lanes. Empty where there is no timeline, or one of too many ops to
// tell apart.
std::string stepFigureSvg(const ReadLesson& read, const Step& step, Language language);

// The timelines alone: of a step in which a schedule is laid, what may come of it.
std::string timelineSvg(const ReadLesson& read, const Step& step, Language language);

// Lanes without ops, a column for each u, to lay a schedule by hand.
std::string emptyGridSvg(int ranks, int columns);

} // namespace lesson
