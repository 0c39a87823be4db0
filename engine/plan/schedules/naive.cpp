#include "engine/plan/schedules/generators.h"

namespace plan {

Result<Schedule> naive(const Shape& shape, const ScheduleOptions&)
{
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

} // namespace plan
