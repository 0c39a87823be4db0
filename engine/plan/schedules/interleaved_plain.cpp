// Interleaved 1F1B extended to m mod p != 0 the plain way: rounds of p microbatches, and
// the remainder as a last round of its own, whose chunks leave the ranks waiting. Every
// rank then warms up with one forward more than in the balanced case, without which the
// order is slower and deadlocks more often. Some shapes deadlock all the same: a short
// round's backwards come back to the last rank too late for the forwards that rank 0
// has to run first. Those are refused; 'interleaved-symmetric' has an order for them.

#include "engine/plan/schedules/chunk_walk.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/translatable.h"
#include "engine/plan/validate/deadlock.h"

#include <algorithm>

namespace plan {
namespace {

// A remainder beside whole rounds, that has chunks to cross.
bool unbalanced(const Shape& shape)
{
    return shape.chunks > 1 && shape.microbatches > shape.ranks
        && shape.microbatches % shape.ranks != 0;
}

int plainWarmUp(const Shape& shape, int rank)
{
    const int round = std::min(shape.ranks, shape.microbatches);
    return std::min(interleavedWarmUp(shape, round, rank) + (unbalanced(shape) ? 1 : 0),
                    shape.microbatches * shape.chunks);
}

std::vector<int> roundsFor(const Shape& shape)
{
    return roundsOf(shape.microbatches, std::min(shape.ranks, shape.microbatches));
}

bool runs(const Shape& shape)
{
    return !unbalanced(shape)
        || walkRuns(shape, roundsFor(shape), plainWarmUp(shape, 0),
                    plainWarmUp(shape, shape.ranks - 1));
}

Result<Schedule> generateInterleavedPlain(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    std::vector<int> warmUp;
    warmUp.reserve(shape.ranks);
    for (int rank = 0; rank < shape.ranks; ++rank)
        warmUp.push_back(plainWarmUp(shape, rank));
    Schedule schedule = interleave(shape, roundsFor(shape), warmUp);
    if (runs(shape))
        return schedule;
    const auto deadlock = findDeadlock(schedule);
    return Error{"'interleaved-plain' deadlocks with " + std::to_string(shape.microbatches)
                 + " microbatches on " + std::to_string(shape.ranks) + " ranks: the last round of "
                 + std::to_string(shape.microbatches % shape.ranks)
                 + " is too short; use 'interleaved-symmetric' or a multiple of "
                 + std::to_string(shape.ranks) + " microbatches ("
                 + (deadlock ? toSentence(*deadlock) : std::string()) + ")"};
}

// None is known for a remainder.
std::optional<Nanoseconds> makespanOfInterleavedPlain(const Shape& shape, const ScheduleOptions&,
                                                      const StageCosts& stage)
{
    if (unbalanced(shape))
        return std::nullopt;
    return walkMakespan(shape, stage);
}

std::optional<int> peakOfInterleavedPlain(const Shape& shape, const ScheduleOptions&, int rank)
{
    if (!runs(shape))
        return std::nullopt;
    return std::min(plainWarmUp(shape, rank) + 1, shape.microbatches * shape.chunks);
}

} // namespace

const CatalogEntry kInterleavedPlain{
    .name = "interleaved-plain",
    .title = PLAN_TRANSLATABLE("Catalog", "Interleaved 1F1B, remainder in a round of its own"),
    .conditions = PLAN_TRANSLATABLE(
        "Catalog", "chunks >= 1; m mod p = 0 or m < p; other m unless the last round deadlocks"),
    .makespan = PLAN_TRANSLATABLE("Catalog", "m mod p = 0: (m v+p-1)(F+B); m < p: (p v+m-1)(F+B)"),
    .memory = PLAN_TRANSLATABLE(
        "Catalog", "min(m v, (v-1)min(m, p) + 2(p-1-r) + 1), 1 more where m mod p != 0"),
    .source = PLAN_TRANSLATABLE("Catalog", "after arXiv 2104.04473, as in Paddle"),
    .defaultChunks = 2,
    .anyChunks = true,
    .generate = generateInterleavedPlain,
    .closedForm = makespanOfInterleavedPlain,
    .peak = peakOfInterleavedPlain};

} // namespace plan
