// What a run's own checks found, in words.

#pragma once

#include "engine/measured/straggler.h"
#include "gui/live/live_session.h"

#include <QString>

#include <vector>

namespace gui {

// "82 ops were computed twice in the bubbles: all equal", or which differed and what that means.
// Empty where none were.
QString checksText(const CheckTotals& checks);

// "Rank 2 takes 1.80 times as long since step 40; the step takes 12 % longer", by its number in the
// world, and whether somebody has slowed it. `makespan`: of a step with it; 0: not known.
QString stragglerText(const measured::Straggler& straggler, const measured::RunInfo& info,
                      const measured::RunConditions& conditions, plan::Nanoseconds makespan);

// All that is to be said of the run, a line each; empty: nothing. Of many stragglers those that
// are slow, or else the newest.
QString verdictText(const RunSnapshot& run, const std::vector<measured::Straggler>& stragglers,
                    const measured::RunConditions& conditions, plan::Nanoseconds makespan);

} // namespace gui
