// What came of the ops that a run computed twice in its bubbles, to check its devices: how many
// there were, and where the second result differed by a bit.

#pragma once

#include "telemetry/codec.h"

#include <cstdint>
#include <vector>

namespace gui {

// An op whose second result was another; `check` names it.
struct DifferentOp {
    std::uint32_t rank = 0; // of the world
    telemetry::CheckRecord check;
};

// A value that only grows while a run is shown. Its memory is bounded: of ops that differed, the
// first few are named and all are counted.
struct CheckTotals {
    static constexpr std::size_t kMaxNamed = 8;

    std::uint64_t compared = 0;     // ops of all ranks
    std::uint64_t different = 0;    // of those
    std::vector<DifferentOp> named; // the first kMaxNamed that differed

    // `rank`: of the world. A record of a whole step (its stage is negative) is counted; one of a
    // single op is named, and counted by the record of its step.
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
