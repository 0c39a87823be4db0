// What lay within a rank's ops and beside them, as stretches of its row: for whatever draws it.

#pragma once

#include "gui/timeline/pyramid.h"
#include "gui/timeline/track_data.h"

#include <vector>

namespace gui {

// Exchanges and recomputation inside the ops, and second runs in the bubbles. In no order.
//
// Precondition, as of the next: the track has a timeline.
std::vector<Stretch> stretchesOver(const TrackData& track, std::size_t rank);

// Reductions that ran while the rank computed.
std::vector<Stretch> stretchesBeside(const TrackData& track, std::size_t rank);

} // namespace gui
