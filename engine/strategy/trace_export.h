// A timeline as a Chrome trace: JSON that Perfetto, chrome://tracing and others open.
//
// One process a timeline, one thread a rank, one slice an op ("F3"), times exact to
// the nanosecond, and a flow arrow for every transfer between ranks.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <string>
#include <vector>

namespace strategy {

struct TraceTrack {
    std::string name; // "predicted", "measured"
    const plan::Schedule* schedule = nullptr; // outlives the call
    const plan::Timeline* timeline = nullptr; // outlives the call
};

// Precondition: every span's op lies inside its schedule's shape.
std::string chromeTrace(const std::vector<TraceTrack>& tracks);

} // namespace strategy
