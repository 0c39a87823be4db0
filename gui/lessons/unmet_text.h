// Why an answer does not pass, for learners: in words of the window, never in those that a lesson's
// file is written in.

#pragma once

#include "engine/lesson/judge.h"

#include <QString>

namespace gui {

// "Bubble: 12.3 %. Needed: less than 10 %." Translated; plain text.
QString unmetText(const lesson::Unmet& unmet);

} // namespace gui
