// How a run was made, beside its steps: what its ranks say that an estimate of the strategy has
// to know before it is held against the run.

#pragma once

#include "telemetry/codec.h"

#include <cstdint>

namespace measured {

struct RunConditions {
    // Resident memory of the fullest rank's process, at most; 0: no rank says it.
    std::uint64_t peakBytes = 0;
    int threads = 1;           // of the rank that has the most
    bool slowedByHand = false; // somebody made a rank slower for a while

    // Takes one frame of any kind.
    void add(const telemetry::Frame& frame);
};

} // namespace measured
