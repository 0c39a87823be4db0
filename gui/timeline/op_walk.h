// Finding ops in a timeline, and going from one to another.

#pragma once

#include "gui/timeline/frame_renderer.h"

#include <optional>

namespace gui {

// The span of `op` on `rank`; null if it has none. Linear in the rank's spans.
const plan::Span* findSpan(const plan::Timeline& timeline, int rank, const plan::Op& op);

// The span that runs at `time`, else null. Logarithmic.
const plan::Span* spanAt(const plan::Timeline& timeline, int rank, Nanoseconds time);

// The same among the spans of one rank.
const plan::Span* spanAt(const std::vector<plan::Span>& spans, Nanoseconds time);

// The last span that has ended at `time`; null before the first one has.
const plan::Span* spanBefore(const plan::Timeline& timeline, int rank, Nanoseconds time);

// The one that runs at `time` or, in a gap, the nearer neighbour; null on a rank
// without spans.
const plan::Span* spanNear(const plan::Timeline& timeline, int rank, Nanoseconds time);

// The gap that holds `time`, between two spans or before `end`; nothing where a
// span runs or time is out of the track.
std::optional<TimeRange> gapAt(const plan::Timeline& timeline, int rank, Nanoseconds time,
                               Nanoseconds end);

// The op `steps` (+1, -1) further on its rank; nothing beyond the ends.
std::optional<OpRef> neighbour(const TrackData& track, const OpRef& from, int steps);

// The op whose output `from` consumed, or the one that consumes its output, where
// the track has it.
std::optional<OpRef> producer(const TrackData& track, const OpRef& from);
std::optional<OpRef> consumer(const TrackData& track, const OpRef& from);

} // namespace gui
