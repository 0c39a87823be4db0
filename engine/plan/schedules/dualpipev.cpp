#include "engine/plan/schedules/dual_order.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

Result<Schedule> generateDualpipeV(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    Schedule schedule{shape, wavePlacement(shape), {}, {}};
    for (int rank = 0; rank < shape.ranks; ++rank)
        appendDualOrder({.depth = shape.ranks,
                         .position = rank,
                         .streams = {{{rank, 0, shape.microbatches},
                                      {2 * shape.ranks - 1 - rank, 0, shape.microbatches}}}},
                        schedule);
    return schedule;
}

// DualPipe's form with 2p ranks folded onto p: 2(p-1) idle slots of equal parts.
std::optional<Nanoseconds> makespanOfDualpipeV(const Shape& shape, const ScheduleOptions&,
                                               const StageCosts& stage)
{
    const auto part = stage.forward;
    if (shape.microbatches < 2 * shape.ranks || !stage.inEqualParts())
        return std::nullopt;
    return (6LL * shape.microbatches + 2 * (shape.ranks - 1LL)) * part;
}

std::optional<int> peakOfDualpipeV(const Shape& shape, const ScheduleOptions&, int)
{
    return std::min(2 * shape.microbatches, 2 * shape.ranks + 1);
}

constexpr ForeignName kDualpipeVElsewhere[]
    = {{Framework::MindSpeed, "dualpipev"}, {Framework::Torchtitan, "DualPipeV"}};

} // namespace

const CatalogEntry kDualpipeV{
    .name = "dualpipev",
    .title = PLAN_TRANSLATABLE("Catalog", "DualPipeV"),
    .conditions
    = PLAN_TRANSLATABLE("Catalog", "chunks = 2; any ranks and microbatches (m >= 2p as published)"),
    .makespan = PLAN_TRANSLATABLE("Catalog", "6 m + 2(p-1) at F = I = W, m >= 2p"),
    .memory = PLAN_TRANSLATABLE("Catalog", "2p+1 at m >= 2p, else at most min(2 m, 2p+1)"),
    .source = PLAN_TRANSLATABLE("Catalog", "after arXiv 2412.19437, by its authors"),
    .defaultChunks = 2,
    .chunksAre = "one down the V and one back up",
    .generate = generateDualpipeV,
    .closedForm = makespanOfDualpipeV,
    .peak = peakOfDualpipeV,
    .elsewhere = kDualpipeVElsewhere};

} // namespace plan
