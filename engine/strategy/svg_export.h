// Timelines as one SVG picture: a lane a rank, ops coloured by kind with their microbatch
// where it fits, idle time hatched, the phases as a strip over each lane, all on one axis.
//
// The file is self-contained, with its own background, and the same for the same input. Its
// size is bounded: ops narrower than can be told apart are drawn as one bar, and ranks
// beyond the limit are left out; the picture says how much of either.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <array>
#include <cstddef>
#include <optional>
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

// What stands in a picture beside names and numbers.
struct SvgWords {
    std::array<std::string, 4> kinds{"forward", "backward", "input gradient",
                                     "weight gradient"}; // by OpKind
    std::string reduction = "gradient reduction";
    std::string optimizer = "optimizer";
    std::string idle = "idle";
    std::array<std::string, 3> phases{"warm-up", "steady", "cool-down"}; // by Phase
    std::string step = "step";                                           // before its time
    std::string language = "en"; // of these words; by it their font is chosen
};

struct SvgLook {
    double width = 1200; // px; less for paper, so that letters of 11 px can be read there
    // Times are told in it: "28.5 u"; nothing: in ms and so on.
    std::optional<plan::Nanoseconds> unit{};
    // For paper: kinds differ in grey, too, and their letters stand before the microbatches where
    // there is room in every op.
    bool printed = false;
    SvgWords words{};
};

// Without a title, its line is left out. Time is linear in the ops.
//
// Precondition: every span's op lies inside its schedule's shape.
std::string svgPicture(const std::string& title, const std::vector<SvgTrack>& tracks,
                       const SvgLook& look = {});

} // namespace strategy
