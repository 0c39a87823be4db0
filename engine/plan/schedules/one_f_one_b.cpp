#include "engine/plan/schedules/generators.h"

#include <algorithm>

namespace plan {
namespace {

// Forwards a rank runs before its first pair: enough to fill the ranks behind it.
int warmUpForwards(const Shape& shape, int rank)
{
    return std::min(shape.ranks - 1 - rank, shape.microbatches);
}

std::vector<Op> rankOrder(const Shape& shape, int rank)
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

} // namespace

Result<Schedule> oneFOneB(const Shape& shape, const ScheduleOptions&)
{
    Schedule schedule{shape, loopedPlacement(shape), {}, {}};
    for (int rank = 0; rank < shape.ranks; ++rank) {
        schedule.order.push_back(rankOrder(shape, rank));
        const auto warmUp = static_cast<std::size_t>(warmUpForwards(shape, rank));
        schedule.phases.push_back({warmUp, schedule.order.back().size() - warmUp});
    }
    return schedule;
}

} // namespace plan
