// Faults that are put into a run on purpose, to see whether its checks find them, and to teach.

#pragma once

#include "engine/plan/op.h"

#include <optional>
#include <string>
#include <string_view>

namespace plan {

// One bit of what an op gives is flipped, once. It stands for a fault of the hardware that corrupts
// data without an error.
struct BitFlip {
    int rank = 0; // of the run
    int step = 0; // in which it happens
    Op op;        // whose result is changed

    bool operator==(const BitFlip&) const = default;
};

// RANK:STEP:OP, as in "1:12:2F0"; both numbers >= 0. Nothing for any other text. Whether the run
// has such a rank and op is not known here.
std::optional<BitFlip> parseBitFlip(std::string_view text);
std::string toText(const BitFlip& flip);

inline constexpr double kMostSlowness = 100;

// From a step on everything that a rank computes takes longer. It stands for a device that
// throttles or shares its cores.
struct Slowdown {
    int rank = 0;      // of the run
    int step = 0;      // the first slow one
    double factor = 1; // (1, kMostSlowness]

    bool operator==(const Slowdown&) const = default;
};

// RANK:STEP:FACTOR, as in "2:0:1.5"; likewise.
std::optional<Slowdown> parseSlowdown(std::string_view text);
std::string toText(const Slowdown& slow);

} // namespace plan
