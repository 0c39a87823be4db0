// What helps with a step whose author has written no hints.

#pragma once

#include "engine/lesson/lesson.h"
#include "engine/lesson/planned.h"

#include <QStringList>

namespace gui {

// Plain sentences in the window's language, the least helpful first; none where the step has hints,
// or asks nothing. `shown`: its state; may be null.
QStringList usualHints(const lesson::Step& step, const lesson::PlannedPtr& shown);

} // namespace gui
