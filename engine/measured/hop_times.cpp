#include "engine/measured/hop_times.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace measured {

std::optional<double> typicalHop(const SeenHops& seen)
{
    std::vector<std::pair<double, bool>> hops; // time, whether it was exposed
    hops.reserve(seen.exposed.size() + seen.bounds.size());
    for (const double time : seen.exposed)
        hops.emplace_back(time, true);
    for (const double time : seen.bounds)
        hops.emplace_back(time, false);
    // From the longest on; an exposed one before a bound of the same length, which may be as long.
    std::sort(hops.begin(), hops.end(), std::greater<>());
    std::optional<double> shortest;
    double shorter = 1; // share of hops that take less than those gone through
    for (std::size_t i = 0; i < hops.size(); ++i) {
        if (!hops[i].second)
            continue;
        shortest = hops[i].first;
        const auto left = double(hops.size() - i);
        shorter *= (left - 1) / left;
        if (shorter <= 0.5)
            break;
    }
    return shortest;
}

std::optional<double> shortestHop(const SeenHops& seen)
{
    std::optional<double> least;
    for (const auto* times : {&seen.exposed, &seen.bounds})
        for (const double time : *times)
            least = std::min(least.value_or(time), time);
    return least;
}

} // namespace measured
