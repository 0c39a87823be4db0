// Interleaved 1F1B carried over to microbatches that are not divisible by the ranks without
// a change: the remainder is a last, shorter round of its own. For many shapes its order
// deadlocks.

#pragma once

#include "engine/plan/schedule.h"

#include <algorithm>

namespace plan::test {

inline Schedule plainVpp(const Shape& shape)
{
    Schedule schedule{
        .shape = shape, .placement = loopedPlacement(shape), .order = {}, .phases = {}};
    for (int rank = 0; rank < shape.ranks; ++rank) {
        std::vector<Op> forwards;
        std::vector<Op> backwards;
        for (int first = 0; first < shape.microbatches; first += shape.ranks)
            for (int chunk = 0; chunk < shape.chunks; ++chunk)
                for (int mb = first; mb < std::min(first + shape.ranks, shape.microbatches); ++mb) {
                    forwards.push_back(forward(chunk * shape.ranks + rank, mb));
                    backwards.push_back(
                        backward((shape.chunks - 1 - chunk) * shape.ranks + rank, mb));
                }
        // With as many microbatches as ranks everything is warm-up.
        const auto standard = static_cast<std::size_t>(2 * (shape.ranks - 1 - rank)
                                                       + (shape.chunks - 1) * shape.ranks);
        const auto warmUp = shape.microbatches == shape.ranks ? forwards.size()
                                                              : std::min(forwards.size(), standard);
        std::vector<Op> order(forwards.begin(), forwards.begin() + static_cast<long>(warmUp));
        for (std::size_t i = 0; i < backwards.size(); ++i) {
            if (warmUp + i < forwards.size())
                order.push_back(forwards[warmUp + i]);
            order.push_back(backwards[i]);
        }
        schedule.phases.push_back(phasesOf(order));
        schedule.order.push_back(std::move(order));
    }
    return schedule;
}

} // namespace plan::test
