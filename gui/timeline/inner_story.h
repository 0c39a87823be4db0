// What lay inside an op or ran beside it, and what was computed twice, in words. Plain text, a line
// each.

#pragma once

#include "gui/timeline/time_text.h"
#include "gui/timeline/track_data.h"

#include <QString>
#include <QStringList>

namespace gui {

// "of which 1.2 ms waiting for tp": a line for each group and one for what was computed again, with
// the times added up. Empty where nothing is known to lie in the op.
QStringList innerLines(const TrackData& track, const OpRef& ref, TimeStyle style);

// Of the second run at the time `at`; empty if there is none.
QStringList rerunStory(const TrackData& track, int rank, Nanoseconds at, TimeStyle style);

// Of the reduction that ran beside the ops at that time; empty if there is none.
QStringList reductionStory(const TrackData& track, int rank, Nanoseconds at, TimeStyle style);

} // namespace gui
