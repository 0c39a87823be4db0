#include "engine/plan/schedules/chunk_walk.h"

#include <algorithm>

namespace plan {
namespace {

std::vector<Op> rankOrder(const Shape& shape, int rank, const std::vector<WalkSlot>& slots,
                          std::size_t warmUp)
{
    const auto nthForward = [&](std::size_t k) {
        return forward(slots[k].chunk * shape.ranks + rank, slots[k].microbatch);
    };
    const auto nthBackward = [&](std::size_t k) {
        return backward((shape.chunks - 1 - slots[k].chunk) * shape.ranks + rank,
                        slots[k].microbatch);
    };

    std::vector<Op> ops;
    ops.reserve(2 * slots.size());
    for (std::size_t k = 0; k < warmUp; ++k)
        ops.push_back(nthForward(k));
    for (std::size_t k = warmUp; k < slots.size(); ++k) {
        ops.push_back(nthForward(k));
        ops.push_back(nthBackward(k - warmUp));
    }
    for (std::size_t k = slots.size() - warmUp; k < slots.size(); ++k)
        ops.push_back(nthBackward(k));
    return ops;
}

} // namespace

std::vector<WalkSlot> walk(const Shape& shape, const std::vector<int>& rounds)
{
    std::vector<WalkSlot> slots;
    slots.reserve(static_cast<std::size_t>(shape.microbatches) * std::size_t(shape.chunks));
    int first = 0;
    for (const int round : rounds) {
        for (int chunk = 0; chunk < shape.chunks; ++chunk)
            for (int mb = first; mb < first + round; ++mb)
                slots.push_back({chunk, mb});
        first += round;
    }
    return slots;
}

std::vector<int> roundsOf(int microbatches, int size)
{
    std::vector<int> rounds(static_cast<std::size_t>(microbatches / size), size);
    if (microbatches % size != 0)
        rounds.push_back(microbatches % size);
    return rounds;
}

std::vector<int> equalRounds(int microbatches, int count)
{
    std::vector<int> rounds(static_cast<std::size_t>(count), microbatches / count);
    for (int round = 0; round < microbatches % count; ++round)
        ++rounds[static_cast<std::size_t>(round)];
    return rounds;
}

int interleavedWarmUp(const Shape& shape, int firstRound, int rank)
{
    const long long fill = 2LL * (shape.ranks - 1 - rank) + (shape.chunks - 1LL) * firstRound;
    const long long all = static_cast<long long>(shape.microbatches) * shape.chunks;
    return static_cast<int>(std::min(fill, all));
}

// The last rank's k-th backward, unless of the last chunk, waits for rank 0's (k-n)-th, n
// the size of its round. Rank 0 runs its forwards up to the (k-n+first)-th before that
// one; each, unless of chunk 0, waits for the last rank's, a round of its own size
// earlier, and the last rank gets as far as its (k+last)-th. Ranks between are no
// further apart.
bool walkRuns(const Shape& shape, const std::vector<int>& rounds, int first, int last)
{
    const long long count = static_cast<long long>(shape.microbatches) * shape.chunks;
    std::vector<long long> needed; // [k]: forwards of the last rank before rank 0's k-th
    needed.reserve(static_cast<std::size_t>(count));
    for (const int round : rounds)
        for (int step = 0; step < round * shape.chunks; ++step) {
            const long long before = needed.empty() ? 0 : needed.back();
            const auto k = static_cast<long long>(needed.size());
            needed.push_back(step < round ? before : std::max(before, k - round + 1));
        }

    long long k = 0;
    for (const int round : rounds)
        for (int step = 0; step < round * shape.chunks; ++step, ++k) {
            const long long ahead = std::min(k - round + first, count - 1);
            if (step >= round && needed[static_cast<std::size_t>(ahead)] > k + last + 1)
                return false;
        }
    return true;
}

Nanoseconds walkMakespan(const Shape& shape, const StageCosts& stage)
{
    const long long longer = std::max(shape.microbatches, shape.ranks);
    const long long shorter = std::min(shape.microbatches, shape.ranks);
    return (longer * shape.chunks + shorter - 1) * (stage.forward + stage.of(OpKind::Backward));
}

Schedule interleave(const Shape& shape, const std::vector<int>& rounds,
                    const std::vector<int>& warmUp)
{
    Schedule schedule{shape, loopedPlacement(shape), {}, {}};
    const std::vector<WalkSlot> slots = walk(shape, rounds);
    for (int rank = 0; rank < shape.ranks; ++rank) {
        const auto first = static_cast<std::size_t>(warmUp[static_cast<std::size_t>(rank)]);
        schedule.order.push_back(rankOrder(shape, rank, slots, first));
        schedule.phases.push_back({first, schedule.order.back().size() - first});
    }
    return schedule;
}

} // namespace plan
