#include "engine/measured/hop_times.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace measured {

namespace {

struct Share {
    double time = 0;
    double share = 0; // of all hops that took it
};

// From the longest on. What lies below all exposed ones goes to the shortest of these.
std::vector<Share> distributionOf(const SeenHops& seen)
{
    std::vector<std::pair<double, bool>> hops; // time, whether it was exposed
    hops.reserve(seen.exposed.size() + seen.bounds.size());
    for (const double time : seen.exposed)
        hops.emplace_back(time, true);
    for (const double time : seen.bounds)
        hops.emplace_back(time, false);
    // An exposed one before a bound of the same length, which may be as long.
    std::sort(hops.begin(), hops.end(), std::greater<>());
    std::vector<Share> shares;
    double shorter = 1; // share of hops that take less than those gone through
    for (std::size_t i = 0; i < hops.size(); ++i)
        if (hops[i].second) {
            const auto left = double(hops.size() - i);
            shares.push_back({hops[i].first, shorter / left});
            shorter *= (left - 1) / left;
        }
    if (!shares.empty())
        shares.back().share += shorter;
    return shares;
}

// Of those between the shares `from` and `to`, from the longest on.
double meanWithin(const std::vector<Share>& shares, double from, double to)
{
    double sum = 0;
    double weight = 0;
    double gone = 0;
    for (const Share& each : shares) {
        const double counts = std::min(to, gone + each.share) - std::max(from, gone);
        gone += each.share;
        if (counts <= 0)
            continue;
        sum += counts * each.time;
        weight += counts;
    }
    return weight > 0 ? sum / weight : shares.back().time;
}

double medianWithin(const std::vector<Share>& shares)
{
    double gone = 0;
    for (const Share& each : shares)
        // Half of them, but for rounding.
        if ((gone += each.share) >= 0.5 - 1e-9)
            return each.time;
    return shares.back().time;
}

} // namespace

std::optional<double> typicalHop(const SeenHops& seen, Average average)
{
    const std::vector<Share> shares = distributionOf(seen);
    if (shares.empty())
        return std::nullopt;
    switch (average) {
    case Average::Median:
        return medianWithin(shares);
    case Average::TrimmedMean:
        return meanWithin(shares, 0.05, 0.95); // as trimmedMean()
    case Average::Mean:
        break;
    }
    return meanWithin(shares, 0, 1);
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
