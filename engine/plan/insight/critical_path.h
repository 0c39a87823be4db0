// The chain of ops and transfers that makes the makespan, and how much every other op
// may grow before it joins.
//
// Exact for predicted timelines. For measured ones a best effort: what a rank idles
// although nothing held it back is not the chain's doing, and is `unexplained`; where
// data was lost the chain begins late.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/insight/explain.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <cstdint>
#include <vector>

namespace plan {

// One op, or one fused pair, of the chain.
struct CriticalStep {
    std::size_t rank = 0;
    std::size_t firstSpan = 0; // in timeline.spans[rank]
    std::size_t spans = 1;     // 2: a fused pair
    Nanoseconds transfer{};    // before it: the way of its input from the step before
    Nanoseconds late{};        // before it: waited although nothing held it back; 0 if predicted
};

struct CriticalPath {
    std::vector<CriticalStep> steps;               // in time
    std::vector<std::vector<std::size_t>> spans{}; // [rank]: the spans on it, ascending
    int lastRank = -1;                             // the rank that ends the step; -1: nothing ran

    // These add up to the makespan.
    Nanoseconds computing{};
    Nanoseconds transferring{};
    Nanoseconds tail{}; // reduction and optimizer of lastRank
    Nanoseconds unexplained{};
};

// Linear in the spans. Where several chains are equally long, the one that stays on a
// rank where it can.
//
// Precondition: that of account() in ledger.h.
CriticalPath criticalPath(const Schedule& schedule, const Timeline& timeline, const Costs& costs);

// [rank][span]: the total float, >= 0: how much longer that op alone could take without
// moving the makespan, nothing else of its rank or of others growing; for an op of a fused
// pair how much the pair could. 0 all along the critical path. Linear in the spans.
//
// Precondition: that of account() in ledger.h.
std::vector<std::vector<Nanoseconds>> slack(const Schedule& schedule, const Timeline& timeline,
                                            const Costs& costs);

} // namespace plan
