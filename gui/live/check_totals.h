// What the ops that were computed twice came to: how many, and where the bits differed.

#pragma once

#include "telemetry/codec.h"

#include <cstdint>
#include <vector>

namespace gui {

struct DifferentOp {
    std::uint32_t rank = 0; // of the world
    telemetry::CheckRecord check;
};

struct CheckTotals {
    static constexpr std::size_t kMaxNamed = 8;

    std::uint64_t compared = 0;
    std::uint64_t different = 0;
    std::vector<DifferentOp> named; // the first kMaxNamed that differed

    // Summaries are counted, single ops named.
    void add(std::uint32_t rank, const telemetry::CheckRecord& check)
    {
        if (check.stage < 0) {
            compared += check.compared;
            different += check.different;
        } else if (check.different > 0 && named.size() < kMaxNamed) {
            named.push_back({rank, check});
        }
    }
};

} // namespace gui
