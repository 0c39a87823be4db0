// Lays the ops of a V schedule (two chunks per rank, down the ranks and back up) into
// slots of F = I = W with free transfers, slot by slot: every rank takes the op it
// prefers among those that can run and that its memory admits. What comes out is an
// order like any other; it runs under any costs.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/schedules/v_block.h"

#include <optional>

namespace plan {

// One way to decide what a rank runs next.
struct VPolicy {
    // With a block, the op that stands earliest in it, and another's forward only where
    // everything the block puts before it still finds memory afterwards. Without one, by
    // `preference`, most wanted first, and a microbatch enters while the rank holds few
    // enough of chunk 0: `firstHeld` pairs under its limit on rank 0, down to half the
    // limit plus `lastHeld` on the last rank.
    std::optional<BlockShape> block{};
    std::array<VKind, kVKinds> preference{};
    int firstHeld = 1;
    int lastHeld = 0;

    bool weightsLast = true;    // a weight gradient only where nothing else can run
    bool promptWeights = false; // the block's memory: weight gradients count as done at once

    // With fewer than this many pairs of memory left, weight gradients come before input
    // gradients, so that the next forward does not wait for memory.
    int keepFree = 0;
    bool keepForUp = false; // until chunk 1's last forward, not only chunk 0's
};

struct VLaying {
    std::vector<std::vector<Op>> order; // [rank]
    int slots = 0;                      // the makespan
};

// Most pairs that may be in flight.
struct VLimits {
    int most = 2;            // on any rank, however many microbatches
    std::vector<int> ofRank; // [rank], at least 2 and no more than `most`
};

// Nothing if the policy's block does not exist for that many ranks and that memory.
// Precondition: shape.chunks is 2.
std::optional<VLaying> layOut(const Shape& shape, const VLimits& limits, const VPolicy& policy);

// min(most, 2m, max(m+1, first)+r): two pairs a microbatch, of which a rank holds all only
// where the last ones' way back takes longer than their way there.
VLimits risingLimits(const Shape& shape, int most, int first = 0);

} // namespace plan
