#include "engine/plan/schedule.h"

#include <algorithm>

namespace plan {

Outcome checkShape(const Shape& shape)
{
    const auto below = [](const char* what, int value) {
        return Error{std::string(what) + " must be at least 1, not " + std::to_string(value)};
    };
    if (shape.ranks < 1)
        return below("ranks", shape.ranks);
    if (shape.chunks < 1)
        return below("chunks", shape.chunks);
    if (shape.microbatches < 1)
        return below("microbatches", shape.microbatches);
    if (shape.ranks > kMaxRanks)
        return Error{std::to_string(shape.ranks) + " ranks are over the limit of "
                     + std::to_string(kMaxRanks) + "; fold replicas or use fewer ranks"};
    if (shape.microbatches > kMaxMicrobatches)
        return Error{std::to_string(shape.microbatches) + " microbatches are over the limit of "
                     + std::to_string(kMaxMicrobatches) + "; use larger or fewer ones"};

    if (shape.directions != 1 && shape.directions != 2)
        return Error{"there are 1 or 2 directions, not " + std::to_string(shape.directions)};
    if (shape.chunks % shape.directions != 0)
        return Error{std::to_string(shape.chunks) + " chunks do not divide into "
                     + std::to_string(shape.directions) + " directions"};

    // In 64 bits: only below the limit does stages() fit into 32.
    const long long stages = static_cast<long long>(shape.ranks) * shape.chunks / shape.directions;
    if (stages > kMaxCells || stages * shape.microbatches > kMaxCells)
        return Error{"ranks x chunks x microbatches = " + std::to_string(shape.ranks) + " x "
                     + std::to_string(shape.chunks) + " x " + std::to_string(shape.microbatches)
                     + " is over the limit of " + std::to_string(kMaxCells)
                     + "; use fewer microbatches or chunks"};
    return done();
}

PhaseSplit phasesOf(const std::vector<Op>& order)
{
    const auto forwards = [](const Op& op) { return isForward(op.kind); };
    const auto firstBackward = static_cast<std::size_t>(
        std::find_if_not(order.begin(), order.end(), forwards) - order.begin());
    const auto afterLastForward = static_cast<std::size_t>(
        order.rend() - std::find_if(order.rbegin(), order.rend(), forwards));
    if (afterLastForward <= firstBackward)
        return {firstBackward, firstBackward};
    return {firstBackward == 0 ? 0 : firstBackward - 1,
            std::min(afterLastForward + 1, order.size())};
}

} // namespace plan
