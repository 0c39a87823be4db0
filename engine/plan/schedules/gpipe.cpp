#include "engine/plan/insight/bubble_places.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/step_parts.h"
#include "engine/plan/translatable.h"

namespace plan {
namespace {

Result<Schedule> generateGpipe(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    Schedule schedule{shape, loopedPlacement(shape), {}, {}};
    const auto microbatches = static_cast<std::size_t>(shape.microbatches);
    for (int rank = 0; rank < shape.ranks; ++rank) {
        std::vector<Op> ops;
        ops.reserve(2 * microbatches);
        for (int mb = 0; mb < shape.microbatches; ++mb)
            ops.push_back(forward(rank, mb));
        for (int mb = 0; mb < shape.microbatches; ++mb)
            ops.push_back(backward(rank, mb));
        schedule.phases.push_back({microbatches, microbatches});
        schedule.order.push_back(std::move(ops));
    }
    return schedule;
}

// arXiv 1811.06965, section 2.3
std::optional<Nanoseconds> makespanOfGpipe(const Shape& shape, const ScheduleOptions&,
                                           const StageCosts& stage)
{
    return (shape.microbatches + shape.ranks - 1LL) * (stage.forward + stage.of(OpKind::Backward));
}

std::optional<int> peakOfGpipe(const Shape& shape, const ScheduleOptions&, int)
{
    return shape.microbatches;
}

// Exact: the slowest stage sets the pace, of the forwards and of the backwards each.
double fastGpipe(const StepParts& parts)
{
    double slowestForward = 0;
    double slowestBackward = 0;
    for (std::size_t stage = 0; stage < parts.forward.size(); ++stage) {
        slowestForward = std::max(slowestForward, parts.forward[stage]);
        slowestBackward = std::max(slowestBackward, parts.input[stage] + parts.weight[stage]);
    }
    const double body = parts.all + 2 * parts.allHops
        + (parts.microbatches() - 1) * (slowestForward + slowestBackward);
    return std::max(body, parts.leastOfWhole());
}

// All idle time within a rank lies between its last forward and its first backward.
std::optional<PlaceFormula> placesOfGpipe(const Shape& shape, const ScheduleOptions&,
                                          Nanoseconds forward, Nanoseconds backward)
{
    PlaceFormula formula;
    for (int rank = 0; rank < shape.ranks; ++rank) {
        PlaceTimes times = placesAtTheEnds(rank, forward, backward);
        at(times, BubblePlace::BeforeSteady) = (shape.ranks - 1 - rank) * (forward + backward);
        formula.published.push_back(times);
        formula.exact.push_back(times);
    }
    return formula;
}

constexpr ForeignName kGpipeElsewhere[] = {{Framework::Nanotron, "afab"},
                                           {Framework::PaddleFleet, "F-then-B"},
                                           {Framework::PaddleTrainer, "FThenB"},
                                           {Framework::Torchtitan, "GPipe"}};

} // namespace

const CatalogEntry kGpipe{.name = "gpipe",
                          .title = PLAN_TRANSLATABLE("Catalog", "GPipe (F-then-B)"),
                          .conditions
                          = PLAN_TRANSLATABLE("Catalog", "chunks = 1; any ranks and microbatches"),
                          .makespan = "(m+p-1)(F+B)",
                          .memory = "m",
                          .source = "arXiv 1811.06965",
                          .generate = generateGpipe,
                          .closedForm = makespanOfGpipe,
                          .peak = peakOfGpipe,
                          .fastSeconds = fastGpipe,
                          .bubblePlaces = placesOfGpipe,
                          .elsewhere = kGpipeElsewhere,
                          .searchTurn = 3,
                          .traceTurn = 3,
                          .compareTurn = 1};

} // namespace plan
