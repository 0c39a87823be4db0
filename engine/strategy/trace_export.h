// A timeline as a Chrome trace: JSON that Perfetto, chrome://tracing and others open.
//
// One process per timeline, one thread per rank, one slice per op ("F3"), times exact to the
// nanosecond and counted from the earliest op. A flow arrow leads from each op to the op
// on another rank that waits for its output, and from each forward to the backward of its
// stage and microbatch. A counter track per rank, "rank 0 in flight", holds the activations
// in flight: (stage, microbatch) pairs.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

// The ops of a rank stand on the thread kTraceLanesPerRank * rank. The one after it is left
// for its transfers, of which a timeline has none; slices of one thread must not overlap.
inline constexpr std::size_t kTraceLanesPerRank = 2;

struct TraceTrack {
    std::string name;                         // "predicted", "measured"
    const plan::Schedule* schedule = nullptr; // outlives the call
    const plan::Timeline* timeline = nullptr; // outlives the call
};

// Takes the next piece of the text; pieces are about 64 KiB.
using TraceSink = std::function<void(std::string_view)>;

// Time is linear in the ops; beside the pieces it holds one pointer an op.
//
// Precondition: every span's op lies inside its schedule's shape.
void writeChromeTrace(const std::vector<TraceTrack>& tracks, const TraceSink& sink);

// The same in one string.
std::string chromeTrace(const std::vector<TraceTrack>& tracks);

} // namespace strategy
