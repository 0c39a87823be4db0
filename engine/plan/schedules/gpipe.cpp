#include "engine/plan/schedules/entries.h"

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

} // namespace

const CatalogEntry kGpipe{.name = "gpipe",
                          .title = "GPipe (F-then-B)",
                          .conditions = "chunks = 1; any ranks and microbatches",
                          .makespan = "(m+p-1)(F+B)",
                          .memory = "m",
                          .source = "arXiv 1811.06965",
                          .generate = generateGpipe,
                          .closedForm = makespanOfGpipe,
                          .peak = peakOfGpipe};

} // namespace plan
