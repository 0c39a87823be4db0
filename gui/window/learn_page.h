// The page of Learn, as sheets and the window show it.

#pragma once

#include "gui/course/course_page.h"

#include <string_view>

namespace gui {

class OpenCommands;

// The course is in front, and behind it the catalogue, with that schedule. Lessons, files and
// schedules open as tabs through `opener`, which must outlive the page. Whoever has a challenge
// connects CoursePage::challengeWanted().
CoursePage* makeLearnPage(OpenCommands& opener, std::string_view schedule, QWidget* parent);

} // namespace gui
