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

// "summary only: ops 212 ms, idle 31.0 %": all that is known of a peer besides its ops. The
// same precondition.
QString peerTotalInWords(const TrackData& track, int rank, int peer, TimeStyle style);

// How many of a place are alike, and which are not, a line each; then peerTotalsInWords(). The same
// precondition.
QStringList peersInWords(const TrackData& track, int rank, TimeStyle style = TimeUnit::Auto);

// How far the ranks of a place are spread, which of them took longest for its ops, and which the
// whole step waits for, a line each: the numbers that labels, tips, the inspector and the report
// give. Empty where no more than ops is known. The same precondition.
QStringList peerTotalsInWords(const TrackData& track, int rank, TimeStyle style);

// "Rank 773 on n96 holds the step up: its ops take 1.34 times what most take"; empty where none
// does, or nothing is known of that. Any track.
QString heldUpInWords(const TrackData& track);

} // namespace gui
