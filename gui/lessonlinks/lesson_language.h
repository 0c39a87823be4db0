// In which language lessons are shown.

#pragma once

#include "engine/lesson/text.h"

namespace gui {

// That of the window.
lesson::Language lessonLanguage();

} // namespace gui
