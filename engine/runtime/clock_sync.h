// How far two ranks' clocks are apart, from messages sent back and forth.
//
// Ranks of one machine share one clock: same boot id, offset exactly 0, nothing to
// estimate. Between machines the exchange with the shortest round trip is the one
// least disturbed, and its half round trip bounds the error whatever the path. Clocks of
// different machines run at slightly different speeds, some 100 us a second at most:
// measured more than once, a line through the offsets says by how much.

#pragma once

#include "engine/plan/costs.h"

#include <cstdint>
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
    ClockOffset toRankZero;    // rank 0's clock minus ours
    bool sameBoot = false;     // one kernel, one clock: the offset is 0 exactly
    std::int32_t driftPpb = 0; // rank 0's clock gains this many ns a second on ours
};

// From the exchange with the shortest round trip, the first of equals; exchanges
// that ran backwards are ignored. None if no exchange is left.
std::optional<ClockOffset> estimateOffset(std::span<const RoundTrip> exchanges);

// The offset as a line over time: offset + driftPpb * (t - at) / 1e9.
struct ClockLine {
    ClockOffset last; // of the line when it was last measured; error: see fitDrift()
    std::int32_t driftPpb = 0;

    // The offset at `when` on our clock.
    Nanoseconds at(Nanoseconds when) const;

    bool operator==(const ClockLine&) const = default;
};

// Least squares, each measurement with the weight 1 / error^2. Drift stays 0 while the
// errors of the measurements could feign it, which is when they lie too close together.
//
// last.error covers every measurement with its own error: if the true offset is a line and
// each measurement is within its bound, then so is this line at all times between the first
// measurement and the last. t after the last, the bound is error * (1 + 2 t / (last - first)).
//
// Precondition: `measurements` is not empty, ordered by `at`, and each error >= 0.
ClockLine fitDrift(std::span<const ClockOffset> measurements);

} // namespace engine
