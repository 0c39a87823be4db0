// Interleaved 1F1B whose first round takes the remainder of m / p in: the chunks of
// that round are longer, and the ranks wait no longer than in the balanced case. It
// costs (v-1)(m mod p) more pairs in flight. The remainder could lengthen the last
// round as well, for the same time and memory; in the first the warm-up follows by
// itself. Fewer microbatches than ranks make one round.

#include "engine/plan/schedules/chunk_walk.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

int firstRound(const Shape& shape)
{
    if (shape.microbatches < shape.ranks)
        return shape.microbatches;
    return shape.ranks + shape.microbatches % shape.ranks;
}

Result<Schedule> generateInterleavedSymmetric(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    std::vector<int> rounds{firstRound(shape)};
    for (int left = shape.microbatches - rounds.front(); left > 0; left -= shape.ranks)
        rounds.push_back(shape.ranks);
    std::vector<int> warmUp;
    warmUp.reserve(shape.ranks);
    for (int rank = 0; rank < shape.ranks; ++rank)
        warmUp.push_back(interleavedWarmUp(shape, rounds.front(), rank));
    return interleave(shape, rounds, warmUp);
}

std::optional<Nanoseconds>
makespanOfInterleavedSymmetric(const Shape& shape, const ScheduleOptions&, const StageCosts& stage)
{
    return walkMakespan(shape, stage);
}

std::optional<int> peakOfInterleavedSymmetric(const Shape& shape, const ScheduleOptions&, int rank)
{
    return std::min(interleavedWarmUp(shape, firstRound(shape), rank) + 1,
                    shape.microbatches * shape.chunks);
}

} // namespace

const CatalogEntry kInterleavedSymmetric{
    .name = "interleaved-symmetric",
    .title = PLAN_TRANSLATABLE("Catalog", "Interleaved 1F1B, remainder in the first round"),
    .conditions = PLAN_TRANSLATABLE("Catalog", "chunks >= 1; any ranks and microbatches"),
    .makespan = PLAN_TRANSLATABLE("Catalog", "(m v+p-1)(F+B); m < p: (p v+m-1)(F+B)"),
    .memory = PLAN_TRANSLATABLE("Catalog",
                                "min(m v, (v-1)N + 2(p-1-r) + 1), N = p + m mod p; m < p: N = m"),
    .source = PLAN_TRANSLATABLE("Catalog", "after arXiv 2104.04473, as in Paddle"),
    .defaultChunks = 2,
    .anyChunks = true,
    .generate = generateInterleavedSymmetric,
    .closedForm = makespanOfInterleavedSymmetric,
    .peak = peakOfInterleavedSymmetric};

} // namespace plan
