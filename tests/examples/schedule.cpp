// A schedule: "last-first", all forwards, then the backwards from the newest microbatch to the
// first.

#include "engine/plan/translatable.h"
#include "tests/examples/examples.h"

namespace plan {
namespace {

std::vector<Op> rankOrderOfLastFirst(const Shape& shape, int rank)
{
    std::vector<Op> ops;
    ops.reserve(shape.microbatches);
    for (int mb = 0; mb < shape.microbatches; ++mb)
        ops.push_back(forward(rank, mb));
    for (int mb = shape.microbatches - 1; mb >= 0; --mb)
        ops.push_back(backward(rank, mb));
    return ops;
}

Result<Schedule> generateLastFirst(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    Schedule schedule{shape, loopedPlacement(shape), {}, {}};
    const auto forwards = static_cast<std::size_t>(shape.microbatches);
    for (int rank = 0; rank < shape.ranks; ++rank) {
        schedule.order.push_back(rankOrderOfLastFirst(shape, rank));
        schedule.phases.push_back({forwards, forwards}); // warm-up ends, cool-down begins
    }
    return schedule;
}

// As GPipe's (arXiv 1811.06965, section 2.3): the order of the backwards does not matter to it.
std::optional<Nanoseconds> makespanOfLastFirst(const Shape& shape, const ScheduleOptions&,
                                               const StageCosts& stage)
{
    return (shape.microbatches + shape.ranks - 1LL) * (stage.forward + stage.of(OpKind::Backward));
}

std::optional<int> peakOfLastFirst(const Shape& shape, const ScheduleOptions&, int)
{
    return shape.microbatches;
}

} // namespace

const CatalogEntry kLastFirst{
    .name = "last-first",
    .title = PLAN_TRANSLATABLE("Catalog", "GPipe, newest backward first"),
    .conditions = PLAN_TRANSLATABLE("Catalog", "chunks = 1; any ranks and microbatches"),
    .makespan = "(m+p-1)(F+B)",
    .memory = "m",
    .source = "an example",
    .generate = generateLastFirst,
    .closedForm = makespanOfLastFirst,
    .peak = peakOfLastFirst};

} // namespace plan
