#include "engine/plan/cost/pareto.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace plan {

bool dominates(const Burden& one, const Burden& other)
{
    return one.seconds <= other.seconds && one.bytes <= other.bytes && one.devices <= other.devices
        && one != other;
}

// In ascending order nothing is dominated by what follows, so that each need be held against
// the front so far alone.
std::vector<std::size_t> paretoFront(std::span<const Burden> burdens)
{
    std::vector<std::size_t> order(burdens.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) {
        return std::tuple(burdens[i].seconds, burdens[i].bytes, burdens[i].devices, i);
    };
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    std::vector<std::size_t> front;
    for (const std::size_t i : order)
        if (std::none_of(front.begin(), front.end(), [&](std::size_t better) {
                return dominates(burdens[better], burdens[i]);
            }))
            front.push_back(i);
    std::sort(front.begin(), front.end());
    return front;
}

} // namespace plan
