// What is told of the peers of a rank: the ranks that share its place of the pipeline.

#pragma once

#include "gui/timeline/time_text.h"
#include "gui/timeline/track_data.h"

#include <QStringList>

namespace gui {

// A place on the row of a peer: the op that it ran there, or null.
struct PeerPlace {
    int rank = 0;
    int peer = 0;
    const plan::Span* span = nullptr;
};

// Who it is, how fast beside the others, and what it ran. Plain text. Precondition: the track has
// peers.
QStringList peerStory(const TrackData& track, const PeerPlace& place, TimeStyle style);

// How many of a place are alike, and which are not, a line each. The same precondition.
QStringList peersInWords(const TrackData& track, int rank);

} // namespace gui
