// Where a rank's memory is fullest: a tag on its lane, with the op that took it there.

#pragma once

#include "gui/timeline/chrome.h"

namespace gui {

// What a tag says: "B3 32.0 GiB"; the bytes alone where it was no op. Empty of an empty lane.
QString peakTag(const TrackData& track, int rank);

// One for each lane in sight that is high enough and whose peak is in sight.
void paintPeaks(QPainter& painter, const ChromeView& view);

} // namespace gui
