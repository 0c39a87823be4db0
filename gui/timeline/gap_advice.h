// What would make a bubble shorter, in words.

#pragma once

#include "gui/timeline/time_text.h"
#include "gui/timeline/track_data.h"

#include <QStringList>

namespace gui {

// At most two sentences, of which each stands on what the track knows: whom the rank waits for and
// how long that takes beside what the rank itself takes, or what fills and drains the pipeline.
// Empty where nothing is known. Plain text. Precondition: the track has a timeline with that rank.
QStringList shorteningLines(const TrackData& track, const GapRef& gap, TimeUnit unit);

} // namespace gui
