// What of a step is on show, in the window and before an audience alike: its picture, its views, or
// both.

#pragma once

#include "gui/lessons/lesson_session.h"

namespace gui {

class StepViews;

// Whether the step has a picture: lanes or a timeline.
bool showsPicture(const lesson::Step& step);

// Shows what the step in front has of views, covered as long as it is asked; hides them where it
// has none.
void showViews(StepViews& views, const LessonSession& session);

} // namespace gui
