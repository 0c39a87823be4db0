// What the legends of figures and reports call things: the words of the timeline's own legend.

#pragma once

#include "gui/timeline/category.h"
#include "gui/timeline/track_data.h"

#include <QString>

#include <vector>

namespace gui {

QString keyName(Category category);
QString phaseKeyName(int phase); // plan::Phase

// The chunks after the first that look different from each other in some track: "c1 second chunk".
// As many as there are patterns at most: later chunks look like earlier ones.
std::vector<QString> chunkKeyNames(const std::vector<TrackData>& tracks);

// The most chunks that a rank of any track has.
int mostChunks(const std::vector<TrackData>& tracks);

} // namespace gui
