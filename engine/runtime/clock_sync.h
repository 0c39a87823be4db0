// How far two ranks' clocks are apart, from messages sent back and forth.
//
// Ranks of one machine share one clock: same boot id, offset exactly 0, nothing to
// estimate. Between machines the exchange with the shortest round trip is the one
// least disturbed, and its half round trip bounds the error whatever the path.

#pragma once

#include "engine/plan/costs.h"

#include <optional>
#include <span>

namespace engine {

using plan::Nanoseconds;

// One exchange: sent and received on our clock, answered on the other's.
struct RoundTrip {
    Nanoseconds sent{};
    Nanoseconds answered{};
    Nanoseconds received{}; // >= sent
};

struct ClockOffset {
    Nanoseconds offset{}; // other clock minus ours
    Nanoseconds error{};  // the true offset lies within +- this
    Nanoseconds at{};     // when it was measured, on our clock

    bool operator==(const ClockOffset&) const = default;
};

// How a rank's clock stands against rank 0's, which is the clock of the run.
struct RankClock {
    ClockOffset toRankZero; // rank 0's clock minus ours
    bool sameBoot = false;  // one kernel, one clock: the offset is 0 exactly
};

// From the exchange with the shortest round trip, the first of equals; exchanges
// that ran backwards are ignored. None if no exchange is left.
std::optional<ClockOffset> estimateOffset(std::span<const RoundTrip> exchanges);

} // namespace engine
