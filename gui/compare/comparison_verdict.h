// Which of the compared steps is the best, and by how much.

#pragma once

#include "gui/compare/compared_step.h"
#include "gui/frame/verdict.h"

namespace gui {

// The fastest of those that fit, beside the one that comes next. Pure.
Verdict comparisonVerdict(const Comparison& comparison);

} // namespace gui
