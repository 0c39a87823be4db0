// An injected fault: one bit of what an op gives.

#pragma once

#include "engine/plan/op.h"

#include <optional>
#include <string>
#include <string_view>

namespace plan {

struct BitFlip {
    int rank = 0; // of the run
    int step = 0;
    Op op;

    bool operator==(const BitFlip&) const = default;
};

// RANK:STEP:OP, as in "1:12:2F0".
std::optional<BitFlip> parseBitFlip(std::string_view text);
std::string toText(const BitFlip& flip);

} // namespace plan
