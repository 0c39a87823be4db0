// GEMS: two copies of the model in opposite directions over the same ranks, and one microbatch at
// a time on each rank. A microbatch's forward follows the backward of the one before it, which
// comes from the other side, so that no rank ever holds more than one: the least memory of all,
// for a bubble that more microbatches do not shrink.
//
// Where a forward takes no longer than a backward, it trails the backward before it down the
// ranks, and its own backward begins F after that has ended: (p B + F) for each microbatch. With
// B = 2F the step then idles (p-1)/(p+1/2) of its time, as published (arXiv 2107.06925, table 2).

#include "engine/plan/schedules/entries.h"
#include "engine/plan/step_parts.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

Result<Schedule> generateGems(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    Schedule schedule{shape, mirroredPlacement(shape), {}, {}};
    const int firstBack = schedule.placement.firstMirrored;
    for (int rank = 0; rank < shape.ranks; ++rank) {
        std::vector<Op> ops;
        ops.reserve(2 * static_cast<std::size_t>(shape.microbatches));
        // The microbatches of the two directions take turns.
        for (int turn = 0; turn < shape.microbatches; ++turn) {
            const bool isBack = turn % 2 == 1;
            const int stage = isBack ? shape.ranks - 1 - rank : rank;
            const int microbatch = turn / 2 + (isBack ? firstBack : 0);
            ops.push_back(forward(stage, microbatch));
            ops.push_back(backward(stage, microbatch));
        }
        schedule.phases.push_back(phasesOf(ops));
        schedule.order.push_back(std::move(ops));
    }
    return schedule;
}

// By counting: a forward that takes longer than a backward falls behind it, and holds up the next.
std::optional<Nanoseconds> makespanOfGems(const Shape& shape, const ScheduleOptions&,
                                          const StageCosts& stage)
{
    const Nanoseconds forward = stage.forward;
    const Nanoseconds backward = stage.of(OpKind::Backward);
    const long long p = shape.ranks;
    const Nanoseconds each = std::max(p * backward + forward, p * forward + backward);
    return p * (forward + backward) + (shape.microbatches - 1LL) * each;
}

std::optional<int> peakOfGems(const Shape&, const ScheduleOptions&, int) { return 1; }

// The same of stages that differ: the longer way, and one op of a mean stage in the other.
double fastGems(const StepParts& parts)
{
    double forwards = 0;
    for (const double seconds : parts.forward)
        forwards += seconds;
    const double backwards = parts.all - forwards;
    const double p = parts.shape.ranks;
    const double each
        = std::max(backwards + forwards / p, forwards + backwards / p) + parts.allHops;
    const double body = parts.all + 2 * parts.allHops + (parts.microbatches() - 1) * each;
    return std::max(body, parts.leastOfWhole());
}

} // namespace

const CatalogEntry kGems{
    .name = "gems",
    .title = PLAN_TRANSLATABLE("Catalog", "GEMS (bidirectional, one microbatch at a time)"),
    .conditions = PLAN_TRANSLATABLE("Catalog", "chunks = 2; ranks and microbatches >= 2"),
    .makespan = PLAN_TRANSLATABLE("Catalog", "p(F+B)+(m-1)(p B+F) where F is at most B"),
    .memory = "1",
    .source = PLAN_TRANSLATABLE("Catalog", "SC 2020, as in arXiv 2107.06925"),
    .weightsFactor = 2,
    .defaultChunks = 2,
    .chunksAre = "one stage of each direction",
    .directions = 2,
    .generate = generateGems,
    .closedForm = makespanOfGems,
    .peak = peakOfGems,
    .fastSeconds = fastGems};

} // namespace plan
