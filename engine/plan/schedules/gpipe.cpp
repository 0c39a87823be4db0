#include "engine/plan/schedules/generators.h"

namespace plan {

Result<Schedule> gpipe(const Shape& shape, const ScheduleOptions&)
{
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

} // namespace plan
