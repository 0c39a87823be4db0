#include "engine/plan/insight/bubble_places.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/step_parts.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

// Forwards a rank runs before its first pair: enough to fill the ranks behind it.
int warmUpForwards(const Shape& shape, int rank)
{
    return std::min(shape.ranks - 1 - rank, shape.microbatches);
}

std::vector<Op> rankOrderOfOneFOneB(const Shape& shape, int rank)
{
    const int warmUp = warmUpForwards(shape, rank);
    const int steady = shape.microbatches - warmUp;

    std::vector<Op> ops;
    ops.reserve(2 * static_cast<std::size_t>(shape.microbatches));

    // Warm-up: fill the pipeline behind us.
    for (int mb = 0; mb < warmUp; ++mb)
        ops.push_back(forward(rank, mb));

    // Steady: every backward frees what the next forward will hold.
    for (int mb = 0; mb < steady; ++mb) {
        ops.push_back(forward(rank, warmUp + mb));
        ops.push_back(backward(rank, mb));
    }

    // Cool-down: drain.
    for (int mb = steady; mb < shape.microbatches; ++mb)
        ops.push_back(backward(rank, mb));
    return ops;
}

Result<Schedule> generateOneFOneB(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    Schedule schedule{shape, loopedPlacement(shape), {}, {}};
    for (int rank = 0; rank < shape.ranks; ++rank) {
        schedule.order.push_back(rankOrderOfOneFOneB(shape, rank));
        const auto warmUp = static_cast<std::size_t>(warmUpForwards(shape, rank));
        schedule.phases.push_back({warmUp, schedule.order.back().size() - warmUp});
    }
    return schedule;
}

// arXiv 2104.04473, section 2.2
std::optional<Nanoseconds> makespanOfOneFOneB(const Shape& shape, const ScheduleOptions&,
                                              const StageCosts& stage)
{
    return (shape.microbatches + shape.ranks - 1LL) * (stage.forward + stage.of(OpKind::Backward));
}

std::optional<int> peakOfOneFOneB(const Shape& shape, const ScheduleOptions&, int rank)
{
    return std::min(shape.ranks - rank, shape.microbatches);
}

double fastOneFOneB(const StepParts& parts)
{
    return std::max(parts.alternating(), parts.leastOfWhole());
}

std::optional<PlaceFormula> placesOfOneFOneB(const Shape& shape, const ScheduleOptions&,
                                             Nanoseconds forward, Nanoseconds backward)
{
    if (shape.microbatches < shape.ranks)
        return std::nullopt;
    return alternatingPlaces(shape.ranks, forward, backward);
}

constexpr ForeignName kOneFOneBElsewhere[] = {{Framework::Megatron, "1f1b"},
                                              {Framework::Nanotron, "1f1b"},
                                              {Framework::PaddleFleet, "1F1B"},
                                              {Framework::PaddleTrainer, "1F1B"},
                                              {Framework::Torchtitan, "1F1B"}};

} // namespace

const CatalogEntry kOneFOneB{
    .name = "1f1b",
    .title = PLAN_TRANSLATABLE("Catalog", "1F1B (PipeDream-Flush)"),
    .conditions = PLAN_TRANSLATABLE("Catalog", "chunks = 1; any ranks and microbatches"),
    .makespan = "(m+p-1)(F+B)",
    .memory = "min(p-r, m)",
    .source = "arXiv 2006.09503",
    .generate = generateOneFOneB,
    .closedForm = makespanOfOneFOneB,
    .peak = peakOfOneFOneB,
    .fastSeconds = fastOneFOneB,
    .bubblePlaces = placesOfOneFOneB,
    .elsewhere = kOneFOneBElsewhere,
    .searchTurn = 1,
    .adviceTurn = 1,
    .traceTurn = 1,
    .compareTurn = 2};

} // namespace plan
