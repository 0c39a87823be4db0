#include "engine/measured/clock_drift.h"

#include "engine/measured/real_time.h"

#include <algorithm>
#include <cmath>

namespace measured {
namespace {

// A line: what is to be added, in ns, in the middle of the run, and by how much that changes.
struct Line {
    double middle = 0;
    double drift = 0;
    double at(double time) const { return middle + drift * time; }
};

// The lines on or below the bound at that time; of a polygon of lines, those that are left of it.
std::vector<Line> below(const std::vector<Line>& corners, double time, double bound, double sign)
{
    std::vector<Line> kept;
    const auto over = [&](const Line& line) { return sign * (line.at(time) - bound); };
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Line& here = corners[i];
        const Line& next = corners[(i + 1) % corners.size()];
        if (over(here) <= 0)
            kept.push_back(here);
        if ((over(here) < 0 && over(next) > 0) || (over(here) > 0 && over(next) < 0)) {
            const double share = over(here) / (over(here) - over(next));
            kept.push_back({here.middle + share * (next.middle - here.middle),
                            here.drift + share * (next.drift - here.drift)});
        }
    }
    return kept;
}

} // namespace

std::optional<ClockLine> lineThrough(const std::vector<ClockRange>& steps)
{
    const double center = (ns(steps.front().at) + ns(steps.back().at)) / 2;
    double least = ns(steps.front().range.least);
    double most = ns(steps.front().range.most);
    for (const ClockRange& step : steps) {
        least = std::min(least, ns(step.range.least));
        most = std::max(most, ns(step.range.most));
    }
    std::vector<Line> corners{
        {least, -kMostDrift}, {most, -kMostDrift}, {most, kMostDrift}, {least, kMostDrift}};
    for (const ClockRange& step : steps) {
        const double time = ns(step.at) - center;
        // Half a nanosecond, by which times are rounded.
        corners = below(corners, time, ns(step.range.most) + 0.5, 1);
        corners = below(corners, time, ns(step.range.least) - 0.5, -1);
    }
    if (corners.empty())
        return std::nullopt;
    ClockLine line;
    for (const ClockRange& step : steps) {
        const auto byHeight = [time = ns(step.at) - center](const Line& a, const Line& b) {
            return a.at(time) < b.at(time);
        };
        const auto [low, high] = std::minmax_element(corners.begin(), corners.end(), byHeight);
        const double time = ns(step.at) - center;
        line.ranges.push_back({Nanoseconds{std::llround(std::floor(low->at(time)))},
                               Nanoseconds{std::llround(std::ceil(high->at(time)))}});
    }
    const auto [slow, fast]
        = std::minmax_element(corners.begin(), corners.end(),
                              [](const Line& a, const Line& b) { return a.drift < b.drift; });
    line.drift = (slow->drift + fast->drift) / 2;
    line.driftHalfWidth = (fast->drift - slow->drift) / 2;
    return line;
}

} // namespace measured
