#include "engine/plan/schedules/v_block.h"

#include <algorithm>

namespace plan {
namespace {

constexpr int slotInPeriod(int slot) { return slot % kVKinds; }

// Microbatches that are at slot `slot` of a long steady state between their `begin` and
// their `end`, both included.
int live(int begin, int end, int slot)
{
    const int first = begin + slotInPeriod(slot - slotInPeriod(begin) + kVKinds);
    return first > end ? 0 : (end - first) / kVKinds + 1;
}

PerVKind startsOf(int ranks, int rank, const BlockShape& shape)
{
    const int last = ranks - 1;
    const int upFrom = shape.hops[0] * last + shape.turns[0];
    const int gradFrom = upFrom + shape.hops[1] * last + shape.turns[1];
    const int backFrom = gradFrom + shape.hops[2] * last + shape.turns[2];
    return {shape.hops[0] * rank,
            upFrom + shape.hops[1] * (last - rank),
            gradFrom + shape.hops[2] * rank,
            backFrom + shape.hops[3] * (last - rank),
            0,
            0};
}

// False if two ops fall on one slot.
bool placeWeightGrads(PerVKind& start)
{
    std::array<bool, kVKinds> taken{};
    for (const VKind kind : {kDownForward, kUpForward, kUpInputGrad, kDownInputGrad}) {
        bool& slot = taken[static_cast<std::size_t>(slotInPeriod(start[kind]))];
        if (slot)
            return false;
        slot = true;
    }
    const auto firstFreeAfter = [&](int slot) {
        do
            ++slot;
        while (taken[static_cast<std::size_t>(slotInPeriod(slot))]);
        taken[static_cast<std::size_t>(slotInPeriod(slot))] = true;
        return slot;
    };
    start[kUpWeightGrad] = firstFreeAfter(start[kUpInputGrad]);
    start[kDownWeightGrad] = firstFreeAfter(start[kDownInputGrad]);
    return true;
}

int heldBy(const PerVKind& start, bool prompt)
{
    // A pair is held to the end of its last op: the weight gradient, unless those count as done.
    const int downEnd = start[prompt ? kDownInputGrad : kDownWeightGrad];
    const int upEnd = start[prompt ? kUpInputGrad : kUpWeightGrad];
    int most = 0;
    for (int slot = 0; slot < kVKinds; ++slot)
        most = std::max(
            most, live(start[kDownForward], downEnd, slot) + live(start[kUpForward], upEnd, slot));
    return most;
}

} // namespace

std::optional<Block> makeBlock(int ranks, const BlockShape& shape, int limit, bool prompt)
{
    Block block;
    block.start.reserve(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
        PerVKind start = startsOf(ranks, rank, shape);
        if (!placeWeightGrads(start) || heldBy(start, prompt) > limit)
            return std::nullopt;
        block.start.push_back(start);
    }
    return block;
}

} // namespace plan
