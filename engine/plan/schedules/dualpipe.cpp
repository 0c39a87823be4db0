#include "engine/plan/schedules/dual_order.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

// Ranks on one side of the middle; the middle rank of an odd number counts on both.
int depthOf(const Shape& shape) { return (shape.ranks + 1) / 2; }

Result<Schedule> generateDualpipe(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    Schedule schedule{shape, mirroredPlacement(shape), {}, {}};
    const int half = schedule.placement.firstMirrored;
    for (int rank = 0; rank < shape.ranks; ++rank) {
        const int across = shape.ranks - 1 - rank;
        const DualStream down{rank, 0, half};
        const DualStream up{across, half, shape.microbatches - half};
        const bool downIsNear = rank <= across;
        appendDualOrder({.depth = depthOf(shape),
                         .position = std::min(rank, across),
                         .streams = {downIsNear ? down : up, downIsNear ? up : down}},
                        schedule);
    }
    return schedule;
}

// 3m + (p/2-1)(F&B + B - 3W) of the paper's table 2, with F&B = F + B, and equal parts.
// By simulation: an odd number of ranks waits as long as one more does, and an odd
// number of microbatches takes as long as one more does, if the ranks are even.
std::optional<Nanoseconds> makespanOfDualpipe(const Shape& shape, const ScheduleOptions&,
                                              const StageCosts& stage)
{
    const auto part = stage.forward;
    if (!stage.inEqualParts())
        return std::nullopt;
    const long long even = shape.microbatches + shape.microbatches % 2;
    if (even < 4LL * depthOf(shape))
        return std::nullopt;
    return (3 * (shape.ranks % 2 == 0 ? even : shape.microbatches) + 2 * (depthOf(shape) - 1LL))
        * part;
}

std::optional<int> peakOfDualpipe(const Shape& shape, const ScheduleOptions&, int)
{
    return std::min(shape.microbatches, 2 * depthOf(shape) + 1);
}

} // namespace

const CatalogEntry kDualpipe{
    .name = "dualpipe",
    .title = PLAN_TRANSLATABLE("Catalog", "DualPipe"),
    .conditions = PLAN_TRANSLATABLE(
        "Catalog", "chunks = 2; ranks and microbatches >= 2 (as published: both even, m >= 2p)"),
    .makespan
    = PLAN_TRANSLATABLE("Catalog", "3 m+(p/2-1)(F&B+B-3W) at F = I = W, F&B = F+B, m >= 2p"),
    .memory
    = PLAN_TRANSLATABLE("Catalog", "p+1 (p+2 for odd p) at m >= 2p, else at most that or m"),
    .source = "arXiv 2412.19437",
    .weightsFactor = 2,
    .defaultChunks = 2,
    .chunksAre = "one stage of each direction",
    .directions = 2,
    .generate = generateDualpipe,
    .closedForm = makespanOfDualpipe,
    .peak = peakOfDualpipe};

} // namespace plan
