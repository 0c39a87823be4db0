// Interleaved zero bubble: the walk of interleaved 1F1B with each backward split in
// two. A rank nearer the end warms up with fewer forwards and defers its weight
// gradients by as many input gradients more, so every rank holds the same.

#include "engine/plan/schedules/chunk_walk.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

// How many microbatches cross the chunks together, round after round. A remainder
// makes the first rounds longer by one each, where no group is given; else it is a
// smaller round at the end.
std::vector<int> roundSizes(const Shape& shape, const ScheduleOptions& options)
{
    return options.group
        ? roundsOf(shape.microbatches, *options.group)
        : equalRounds(shape.microbatches, std::max(1, shape.microbatches / shape.ranks));
}

// Forwards before the first input gradient. On the last rank the longest round has to
// be through every chunk but the last; each rank before it needs one more, to fill
// the pipeline.
//
// Rank 0's k-th forward waits, around the ring, for the last rank's (k-n)-th, and the
// last rank's input gradients wait for rank 0's, n' slots earlier, with n and n' the
// sizes of two rounds. So rank 0 may be ahead by at most n + n', or the two wait for
// each other; where several rounds are that short, the later ranks warm up longer.
long long warmUpForwards(const Shape& shape, const std::vector<int>& rounds, int rank)
{
    const auto [shortest, longest] = std::minmax_element(rounds.begin(), rounds.end());
    long long fill = shape.ranks - 1 - rank;
    if (shape.chunks > 1 && rounds.size() > 1)
        fill = std::max(fill, shape.ranks - 1 - 2LL * *shortest);
    return std::min((shape.chunks - 1LL) * *longest + fill,
                    static_cast<long long>(shape.microbatches) * shape.chunks);
}

std::vector<Op> rankOrderOfInterleavedZb(const Shape& shape, int rank,
                                         const std::vector<WalkSlot>& slots, std::size_t warmUp)
{
    const auto stageOf = [&](int chunk) { return chunk * shape.ranks + rank; };
    const auto nthForward
        = [&](std::size_t k) { return forward(stageOf(slots[k].chunk), slots[k].microbatch); };
    const auto nthBackward = [&](std::size_t k, OpKind kind) {
        return Op{stageOf(shape.chunks - 1 - slots[k].chunk), kind, slots[k].microbatch};
    };

    const std::size_t deferred = std::min(static_cast<std::size_t>(rank), slots.size());
    std::vector<Op> ops;
    ops.reserve(3 * slots.size());
    for (std::size_t k = 0; k < warmUp; ++k)
        ops.push_back(nthForward(k));
    for (std::size_t k = 0; k < slots.size(); ++k) {
        if (warmUp + k < slots.size())
            ops.push_back(nthForward(warmUp + k));
        ops.push_back(nthBackward(k, OpKind::InputGrad));
        if (k >= deferred)
            ops.push_back(nthBackward(k - deferred, OpKind::WeightGrad));
    }
    for (std::size_t k = slots.size() - deferred; k < slots.size(); ++k)
        ops.push_back(nthBackward(k, OpKind::WeightGrad));
    return ops;
}

Result<Schedule> generateInterleavedZb(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    const std::vector<int> rounds = roundSizes(shape, request.options);
    const std::vector<WalkSlot> slots = walk(shape, rounds);
    Schedule schedule{shape, loopedPlacement(shape), {}, {}};
    for (int rank = 0; rank < shape.ranks; ++rank) {
        const auto warmUp = static_cast<std::size_t>(warmUpForwards(shape, rounds, rank));
        schedule.order.push_back(rankOrderOfInterleavedZb(shape, rank, slots, warmUp));
        schedule.phases.push_back(phasesOf(schedule.order.back()));
    }
    return schedule;
}

// Every rank waits p-1 times F+I-W (arXiv 2401.10241, section 2), which with equal parts
// and rounds of at least p is exact; by counting for one chunk and m < p.
std::optional<Nanoseconds>
makespanOfInterleavedZb(const Shape& shape, const ScheduleOptions& options, const StageCosts& stage)
{
    const auto part = stage.forward;
    if (!stage.inEqualParts())
        return std::nullopt;
    const long long p = shape.ranks;
    const long long cells = static_cast<long long>(shape.chunks) * shape.microbatches;
    const std::vector<int> rounds = roundSizes(shape, options);
    if (shape.chunks == 1)
        return (shape.microbatches >= p ? 3 * cells + p - 1 : 2 * (cells + p) - 1) * part;
    if (*std::min_element(rounds.begin(), rounds.end()) < p)
        return std::nullopt;
    return (3 * cells + p - 1) * part;
}

// Pairs are held until their weight gradient: `rank` of those are deferred.
std::optional<int> peakOfInterleavedZb(const Shape& shape, const ScheduleOptions& options, int rank)
{
    const long long held = warmUpForwards(shape, roundSizes(shape, options), rank) + 1 + rank;
    return static_cast<int>(
        std::min(held, static_cast<long long>(shape.microbatches) * shape.chunks));
}

constexpr ForeignName kInterleavedZbElsewhere[]
    = {{Framework::Torchtitan, "InterleavedZeroBubble"}};

} // namespace

const CatalogEntry kInterleavedZb{
    .name = "interleaved-zb",
    .title = PLAN_TRANSLATABLE("Catalog", "Interleaved zero bubble"),
    .conditions
    = PLAN_TRANSLATABLE("Catalog", "chunks >= 1; 1 <= group N <= m; any ranks and microbatches"),
    .makespan = PLAN_TRANSLATABLE("Catalog", "3 m v+p-1 at F = I = W, m >= p"),
    .memory = PLAN_TRANSLATABLE("Catalog", "min(m v, (v-1)N+p), N the longest round"),
    .source = PLAN_TRANSLATABLE("Catalog", "after arXiv 2401.10241, as in PyTorch"),
    .defaultChunks = 2,
    .anyChunks = true,
    .splitsBackwards = true,
    .takesGroup = true,
    .generate = generateInterleavedZb,
    .closedForm = makespanOfInterleavedZb,
    .peak = peakOfInterleavedZb,
    .elsewhere = kInterleavedZbElsewhere};

} // namespace plan
