// What a run's own checks found, in words.

#pragma once

#include "gui/live/live_session.h"

#include <QString>

namespace gui {

// "82 ops were computed twice in the bubbles: all equal", or which differed and what that means.
// Empty where none were.
QString checksText(const CheckTotals& checks);

// All that is to be said of the run, a line each; empty: nothing.
QString verdictText(const RunSnapshot& run);

} // namespace gui
