// What a rank's device did at a moment, in words. Plain text, a line each.

#pragma once

#include "gui/timeline/time_text.h"
#include "gui/timeline/track_data.h"

#include <QString>
#include <QStringList>

namespace gui {

// "compute"; the name of a row of kernels.
QString kernelsInWords(KernelKind kind);

// Of the kernels that run there in that row: name, times, what queued each, and its stream. Says
// that none does where that is so, and that nothing is known where it is.
QStringList kernelStory(const TrackData& track, int rank, KernelKind kind, Nanoseconds at,
                        TimeStyle style);

// Of an op: how much of its time no kernel ran. Empty where its kernels are not known.
QStringList kernelLines(const TrackData& track, const OpRef& ref, TimeStyle style);

} // namespace gui
