// How a run was made, beside its steps: what its ranks say that an estimate of the strategy has
// to know before it is held against the run.

#pragma once

#include "engine/measured/rank_hosts.h"
#include "telemetry/codec.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace measured {

struct RunConditions {
    // Resident memory of the fullest rank's process, at most; 0: no rank says it.
    std::uint64_t peakBytes = 0;
    int threads = 1; // of the rank that has the most
    // What the ranks computed on, as its driver names it; empty: no rank says it. Where they
    // differ, that of the first that said so.
    std::string gpu{};
    bool gpusDiffer = false;
    RankHosts hosts{};                 // that the ranks stood on
    bool gpusAreShared = false;        // by ranks of the run
    std::uint64_t peakDeviceBytes = 0; // in use of the fullest GPU, by all processes; 0: not known

    static constexpr std::size_t kMostSlowSpells = 1024;
    // Somebody made a rank slower from a step on, until another.
    struct SlowedByHand {
        int rank = 0; // of the world
        int since = 0;
        std::optional<int> until{}; // the first step as fast again; empty: to the end of the run
        double factor = 0;          // last said of how many times as long all takes; 0: not said
    };
    std::vector<SlowedByHand> slowedByHand{}; // as they came

    // A rank was slowed by hand during that step.
    bool isSlowed(int step) const;
    // That rank of the world was slowed in a step from `since` on and before `until`; empty: in any
    // from there on.
    bool isSlowed(int rank, int since, std::optional<int> until) const;
    std::vector<int> slowedRanks(int step) const; // of the world, during that step

    // Takes one frame of any kind.
    void add(const telemetry::Frame& frame);
};

} // namespace measured
