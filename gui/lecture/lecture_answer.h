// The right answer to a step, given for the audience.

#pragma once

#include "gui/lessons/lesson_session.h"

#include <QString>

namespace gui {

struct LectureAnswer {
    QString line;         // plain and translated; empty: the picture or an option says it
    bool reveals = false; // the step's own words hold, too
};

// Gives it to the session as a learner would, so that what is shown of it comes from the engine:
// a schedule that is laid, fields that are set. A step that needs a run has none without one.
LectureAnswer giveRightAnswer(LessonSession& session);

// Of the option that is right, from 0; nothing: the step is no choice, or none can be told.
std::optional<int> rightOption(const LessonSession& session);

} // namespace gui
