// The building block of a V schedule (arXiv 2405.15362, section 3): when the six ops of
// one microbatch run on every rank, in slots of F = I = W. The next microbatch does the
// same six slots later, so that no rank idles between.

#pragma once

#include <array>
#include <optional>
#include <vector>

namespace plan {

// What a rank does for a microbatch. Chunk 0 runs down the ranks, chunk 1 back up.
enum VKind {
    kDownForward,
    kUpForward,
    kUpInputGrad,
    kDownInputGrad,
    kUpWeightGrad,
    kDownWeightGrad
};
inline constexpr int kVKinds = 6; // also the slots between two microbatches

using PerVKind = std::array<int, kVKinds>;

// How a microbatch travels: forward down, forward up, gradient down, gradient up.
struct BlockShape {
    std::array<int, 4> hops{1, 1, 1, 1}; // slots from one rank to the next, each way
    std::array<int, 3> turns{1, 1, 1};   // slots from the end of one way to the next

    bool operator==(const BlockShape&) const = default;
};

// Warm-up and cool-down are no part of it: it says what a long steady state looks like.
struct Block {
    std::vector<PerVKind> start; // [rank][VKind] -> slot, of microbatch 0

    // Slot of the n-th microbatch.
    int slotOf(int rank, VKind kind, int microbatch) const
    {
        return start[static_cast<std::size_t>(rank)][kind] + kVKinds * microbatch;
    }
};

// Weight gradients take the first slots left free. Nothing if two ops would share a slot
// of a rank, or a rank would hold more than `limit` pairs; `prompt` counts them as if
// every weight gradient followed its input gradient at once.
std::optional<Block> makeBlock(int ranks, const BlockShape& shape, int limit, bool prompt);

} // namespace plan
