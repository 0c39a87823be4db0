#include "engine/plan/schedules/entries.h"
#include "engine/plan/translatable.h"

namespace plan {
namespace {

Result<Schedule> generateNaive(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    Schedule schedule{shape, loopedPlacement(shape), {}, {}};
    for (int rank = 0; rank < shape.ranks; ++rank) {
        std::vector<Op> ops;
        ops.reserve(2 * static_cast<std::size_t>(shape.microbatches));
        for (int mb = 0; mb < shape.microbatches; ++mb) {
            ops.push_back(forward(rank, mb));
            ops.push_back(backward(rank, mb));
        }
        // Every microbatch fills and drains the pipeline, so nothing but pairs is left.
        schedule.phases.push_back({0, ops.size()});
        schedule.order.push_back(std::move(ops));
    }
    return schedule;
}

std::optional<Nanoseconds> makespanOfNaive(const Shape& shape, const ScheduleOptions&,
                                           const StageCosts& stage)
{
    return shape.microbatches * shape.ranks * (stage.forward + stage.of(OpKind::Backward));
}

std::optional<int> peakOfNaive(const Shape&, const ScheduleOptions&, int) { return 1; }

} // namespace

const CatalogEntry kNaive{.name = "naive",
                          .title = PLAN_TRANSLATABLE("Catalog", "Naive model parallelism"),
                          .conditions
                          = PLAN_TRANSLATABLE("Catalog", "chunks = 1; any ranks and microbatches"),
                          .makespan = "m p (F+B)",
                          .memory = "1",
                          .source = PLAN_TRANSLATABLE("Catalog", "one device at a time"),
                          .generate = generateNaive,
                          .closedForm = makespanOfNaive,
                          .peak = peakOfNaive,
                          .traceTurn = 4};

} // namespace plan
