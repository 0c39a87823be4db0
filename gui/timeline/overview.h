// How all ranks of a track together spend a step, in a few hundred stretches of equal length: what
// the minimap draws.

#pragma once

#include "gui/timeline/category.h"
#include "gui/timeline/track_data.h"

#include <array>
#include <cstddef>
#include <vector>

namespace gui {

inline constexpr std::size_t kOverviewStretches = 512;

struct Overview {
    Nanoseconds end{}; // of the track; stretch i begins at i * end / kOverviewStretches

    // [stretch][category]: share of the time of all ranks, 0 .. 1; what is left is idle. Empty:
    // there is nothing to see.
    std::vector<std::array<float, kCategories>> shares{};

    // Where most ranks leave warm-up, and where most of them begin to cool down.
    Nanoseconds steadyBegin{};
    Nanoseconds coolDownBegin{};
};

// Pure; any thread. Exact up to kOverviewSpans spans; of more, ranks at equal distances stand for
// those between them. Time linear in the spans looked at.
Overview overviewOf(const TrackData& track);

inline constexpr std::size_t kOverviewSpans = std::size_t{1} << 21;

} // namespace gui
