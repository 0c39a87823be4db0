#include "engine/measured/rank_gaps.h"

#include "engine/measured/averages.h"

#include <cmath>

namespace measured {

RankGaps gapsOf(const std::vector<double>& gaps)
{
    const double usual = medianOf(gaps);
    std::vector<double> off;
    off.reserve(gaps.size());
    for (const double gap : gaps)
        off.push_back(std::abs(gap - usual));
    // Of the median distance, where times are normal: 1 / 0.6745, the third quartile of the
    // standard normal distribution.
    constexpr double kToDeviation = 1.4826;
    return gapsWithin(gaps, usual + 3 * kToDeviation * medianOf(std::move(off)));
}

RankGaps gapsWithin(const std::vector<double>& gaps, double most)
{
    RankGaps found;
    found.most = most;
    std::vector<double> launches;
    for (const double gap : gaps)
        if (gap <= most)
            launches.push_back(gap);
    found.launch = averageOf(Average::Mean, std::move(launches));
    for (const double gap : gaps)
        if (gap > most) {
            ++found.longCount;
            found.longTime += gap - found.launch;
        }
    return found;
}

} // namespace measured
