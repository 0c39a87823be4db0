// The order of a rank that two streams of microbatches pass: DualPipe's two
// directions (arXiv 2412.19437, figure 5), or the way down and the way back up of
// DualPipeV.
//
// Seen from a rank, both are the same. The near stream enters the pipeline on this
// rank's side, the far one comes from the other end; `depth` ranks lie on each side of
// the middle. In the steady phase the forward of one stream and the backward of the
// other run as a fused pair.

#pragma once

#include "engine/plan/schedule.h"

#include <array>

namespace plan {

struct DualStream {
    int stage = 0;        // on this rank
    int first = 0;        // its first microbatch
    int microbatches = 0; // how many it has; may be 0
};

struct DualRank {
    int depth = 1;                       // ranks from the entry to the middle
    int position = 0;                    // of this rank from its entry, [0, depth)
    std::array<DualStream, 2> streams{}; // near, far
};

// Appends the rank's order, phases and pairs to the schedule. Legal for any number of
// microbatches, if every rank is made so: where a stream has fewer than 2 depth, this is
// the order for so many without the first ones, and leaving microbatches out takes
// no other one's input away.
void appendDualOrder(const DualRank& rank, Schedule& schedule);

} // namespace plan
