// What a rank's memory held, in words.

#pragma once

#include "gui/timeline/time_text.h"
#include "gui/timeline/track_data.h"

#include <QString>
#include <QStringList>

namespace gui {

// "weights"
QString memoryInWords(MemoryKind kind);

// The op that took the rank to the most it held in the step; null where that was the gradient
// reduction, the optimizer, or what the step began with. Precondition: the track has a timeline,
// and a lane of that rank.
const plan::Span* peakOp(const TrackData& track, int rank);

// What the rank held at `at`: all of it, then each kind with the most of it in the step. Plain
// text, a line each; empty outside the step, or where the track knows nothing of memory.
QStringList memoryStory(const TrackData& track, int rank, Nanoseconds at, TimeStyle style);

} // namespace gui
