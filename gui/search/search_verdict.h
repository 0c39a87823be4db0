// The best that was found, beside what the search began with.

#pragma once

#include "gui/frame/verdict.h"
#include "gui/search/open_search.h"

namespace gui {

// Pure. `answer` may be null: nothing is known yet.
Verdict searchVerdict(const SearchAnswer* answer);

} // namespace gui
