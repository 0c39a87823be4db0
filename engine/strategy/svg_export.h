// Timelines as one SVG picture: a lane a rank, ops coloured by kind with their microbatch
// where it fits, idle time hatched, the phases as a strip over each lane, all on one axis.
//
// The file is self-contained, with its own background, and the same for the same input. Its
// size is bounded: ops narrower than can be told apart are drawn as one bar, and ranks
// beyond the limit are left out; the picture says how much of either.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <cstddef>
#include <string>
#include <vector>

namespace strategy {

struct SvgTrack {
    std::string name;                         // "1f1b", "predicted"; any text
    const plan::Schedule* schedule = nullptr; // outlives the call
    const plan::Timeline* timeline = nullptr; // outlives the call
};

inline constexpr std::size_t kSvgMaxLanes = 512;   // over all tracks
inline constexpr std::size_t kSvgMaxBars = 30'000; // of ops

// Time is linear in the ops.
//
// Precondition: every span's op lies inside its schedule's shape.
std::string svgPicture(const std::string& title, const std::vector<SvgTrack>& tracks);

} // namespace strategy
