// An injected fault: one bit of what an op gives is flipped, once, to see whether the checks of a
// run find it. It stands for a fault of the hardware that corrupts data without an error.

#pragma once

#include "engine/plan/op.h"

#include <optional>
#include <string>
#include <string_view>

namespace plan {

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

} // namespace plan
