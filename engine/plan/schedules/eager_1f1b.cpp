#include "engine/plan/schedules/chunk_walk.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

// Twice what 1F1B warms up with: while a backward comes back over the ranks behind,
// forwards go on, so that every activation is on its way before it is asked for.
int eagerWarmUp(const Shape& shape, int rank)
{
    return std::min(2 * (shape.ranks - 1 - rank), shape.microbatches);
}

Result<Schedule> generateEagerOneFOneB(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    std::vector<int> warmUp;
    warmUp.reserve(shape.ranks);
    for (int rank = 0; rank < shape.ranks; ++rank)
        warmUp.push_back(eagerWarmUp(shape, rank));
    return interleave(shape, {shape.microbatches}, warmUp);
}

// That of 1F1B: the forwards that run ahead fill time that was idle anyway.
std::optional<Nanoseconds> makespanOfEagerOneFOneB(const Shape& shape, const ScheduleOptions&,
                                                   const StageCosts& stage)
{
    return (shape.microbatches + shape.ranks - 1LL) * (stage.forward + stage.of(OpKind::Backward));
}

std::optional<int> peakOfEagerOneFOneB(const Shape& shape, const ScheduleOptions&, int rank)
{
    return std::min(2 * (shape.ranks - rank) - 1, shape.microbatches);
}

constexpr ForeignName kEagerElsewhere[] = {{Framework::PaddleTrainer, "Eager1F1B"}};

} // namespace

const CatalogEntry kEagerOneFOneB{
    .name = "eager-1f1b",
    .title = PLAN_TRANSLATABLE("Catalog", "Eager 1F1B"),
    .conditions = PLAN_TRANSLATABLE("Catalog", "chunks = 1; any ranks and microbatches"),
    .makespan = "(m+p-1)(F+B)",
    .memory = "min(2(p-r)-1, m)",
    .source = "arXiv 2211.05322",
    .generate = generateEagerOneFOneB,
    .closedForm = makespanOfEagerOneFOneB,
    .peak = peakOfEagerOneFOneB,
    .elsewhere = kEagerElsewhere,
    .traceTurn = 2};

} // namespace plan
