#include "engine/plan/schedules/chunk_walk.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/translatable.h"

namespace plan {
namespace {

// Breadth first: every microbatch crosses a chunk before any crosses the next, and all
// come back in the reverse order.
std::vector<Op> rankOrderOfLoopedBfs(const Shape& shape, int rank)
{
    std::vector<Op> ops;
    ops.reserve(2 * static_cast<std::size_t>(shape.microbatches) * std::size_t(shape.chunks));
    for (int chunk = 0; chunk < shape.chunks; ++chunk)
        for (int mb = 0; mb < shape.microbatches; ++mb)
            ops.push_back(forward(chunk * shape.ranks + rank, mb));
    for (int chunk = shape.chunks - 1; chunk >= 0; --chunk)
        for (int mb = shape.microbatches - 1; mb >= 0; --mb)
            ops.push_back(backward(chunk * shape.ranks + rank, mb));
    return ops;
}

Result<Schedule> generateLoopedBfs(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    Schedule schedule{shape, loopedPlacement(shape), {}, {}};
    for (int rank = 0; rank < shape.ranks; ++rank) {
        schedule.order.push_back(rankOrderOfLoopedBfs(shape, rank));
        const std::size_t turn = schedule.order.back().size() / 2;
        schedule.phases.push_back({turn, turn});
    }
    return schedule;
}

std::optional<Nanoseconds> makespanOfLoopedBfs(const Shape& shape, const ScheduleOptions&,
                                               const StageCosts& stage)
{
    return walkMakespan(shape, stage);
}

std::optional<int> peakOfLoopedBfs(const Shape& shape, const ScheduleOptions&, int)
{
    return shape.microbatches * shape.chunks;
}

constexpr ForeignName kLoopedBfsElsewhere[] = {{Framework::Torchtitan, "LoopedBFS"}};

} // namespace

const CatalogEntry kLoopedBfs{
    .name = "looped-bfs",
    .title = PLAN_TRANSLATABLE("Catalog", "Looped breadth-first"),
    .conditions = PLAN_TRANSLATABLE("Catalog", "chunks >= 1; any ranks and microbatches"),
    .makespan = PLAN_TRANSLATABLE("Catalog", "(m v+p-1)(F+B); m < p: (p v+m-1)(F+B)"),
    .memory = "m v",
    .source = "arXiv 2211.05953",
    .defaultChunks = 2,
    .anyChunks = true,
    .generate = generateLoopedBfs,
    .closedForm = makespanOfLoopedBfs,
    .peak = peakOfLoopedBfs,
    .elsewhere = kLoopedBfsElsewhere,
    .traceTurn = 6};

} // namespace plan
