// The best of a sweep: the fastest that fits.

#pragma once

#include "gui/frame/verdict.h"
#include "gui/search/open_sweep.h"

namespace gui {

// Pure. `answer` may be null: nothing is known yet.
Verdict sweepVerdict(const SweepAnswer* answer);

} // namespace gui
