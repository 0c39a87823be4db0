#include "engine/measured/difference_bounds.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace measured {
namespace {

// To and fro along a pipeline, two sweeps reach every rank whichever way the path goes, and two
// more for each time that it turns. What has not settled by then goes round in circles.
constexpr std::size_t kMostSweeps = 64;
constexpr Nanoseconds kFar{std::numeric_limits<Nanoseconds::rep>::max() / 2};

using Pair = std::pair<std::size_t, std::size_t>;

// The closest of each pair, by the values' numbers, which carries far in few sweeps.
std::vector<Difference> closest(const std::vector<Difference>& differences)
{
    std::map<Pair, Nanoseconds> least;
    for (const Difference& each : differences) {
        const auto [at, isNew] = least.emplace(Pair{each.of, each.beyond}, each.most);
        if (!isNew)
            at->second = std::min(at->second, each.most);
    }
    std::vector<Difference> kept;
    kept.reserve(least.size());
    for (const auto& [pair, most] : least)
        kept.push_back({pair.first, pair.second, most});
    return kept;
}

// Lets pairs that contradict each other by themselves give way. Returns by how much at most.
Nanoseconds givePairsWay(std::vector<Difference>& differences)
{
    std::map<Pair, Difference*> byPair;
    for (Difference& each : differences)
        byPair[{each.of, each.beyond}] = &each;
    Nanoseconds most{};
    for (Difference& each : differences) {
        const auto back = byPair.find({each.beyond, each.of});
        if (back == byPair.end() || each.most + back->second->most >= Nanoseconds{0})
            continue;
        const Nanoseconds lacks = -(each.most + back->second->most);
        each.most += lacks / 2;
        back->second->most += lacks - lacks / 2;
        most = std::max(most, lacks - lacks / 2);
    }
    return most;
}

// How far each value is beyond the first at most; nothing where no values keep the differences.
// `backward`: how far the first is beyond each.
std::optional<std::vector<Nanoseconds>> farthest(std::size_t values,
                                                 const std::vector<Difference>& differences,
                                                 Nanoseconds slack, bool backward)
{
    std::vector<Nanoseconds> far(values, kFar);
    far[0] = Nanoseconds{0};
    const auto relax = [&](const Difference& each) {
        const std::size_t from = backward ? each.of : each.beyond;
        const std::size_t to = backward ? each.beyond : each.of;
        if (far[from] == kFar || far[from] + each.most + slack >= far[to])
            return false;
        far[to] = far[from] + each.most + slack;
        return true;
    };
    for (std::size_t sweep = 0; sweep < kMostSweeps; ++sweep) {
        bool changed = false;
        if (sweep % 2 == 0)
            for (const Difference& each : differences)
                changed = relax(each) || changed;
        else
            for (std::size_t i = differences.size(); i-- > 0;)
                changed = relax(differences[i]) || changed;
        if (far[0] < Nanoseconds{0})
            return std::nullopt;
        if (!changed)
            return far;
    }
    return std::nullopt;
}

// The least with which values keep the differences, to within a hundredth.
Nanoseconds slackFor(std::size_t values, const std::vector<Difference>& differences)
{
    const auto isEnough = [&](Nanoseconds slack) {
        return farthest(values, differences, slack, false).has_value();
    };
    if (isEnough(Nanoseconds{0}))
        return Nanoseconds{0};
    Nanoseconds most{1000};
    while (!isEnough(most))
        most *= 2;
    Nanoseconds least{most / 2};
    while (most - least > most / 100 + Nanoseconds{1}) {
        const Nanoseconds middle = (least + most) / 2;
        (isEnough(middle) ? most : least) = middle;
    }
    return most;
}

} // namespace

DifferenceBounds boundsOf(std::size_t values, std::vector<Difference> differences)
{
    differences = closest(differences);
    DifferenceBounds bounds;
    bounds.contradiction = givePairsWay(differences);
    const Nanoseconds slack = slackFor(values, differences);
    bounds.contradiction = std::max(bounds.contradiction, slack);
    const auto forward = farthest(values, differences, slack, false);
    const auto backward = farthest(values, differences, slack, true);
    for (std::size_t value = 0; value < values; ++value) {
        const bool isTied
            = forward && backward && (*forward)[value] != kFar && (*backward)[value] != kFar;
        bounds.most.push_back(isTied ? (*forward)[value] : Nanoseconds{0});
        bounds.least.push_back(isTied ? -(*backward)[value] : Nanoseconds{0});
    }
    return bounds;
}

} // namespace measured
