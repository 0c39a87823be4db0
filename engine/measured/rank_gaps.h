// What lies between two ops of a rank that waits for nothing.

#pragma once

#include <cstddef>
#include <vector>

namespace measured {

// Of one rank, over all steps looked at.
struct RankGaps {
    // Until the next op begins, as it usually is: launching it, and telling of the last one. In ns.
    double launch = 0;
    // Those that were far longer: the host stood still, or waited for what no op shows. They are
    // no op's cost. `longTime`: what they took beyond `launch`, all together, in ns.
    std::size_t longCount = 0;
    double longTime = 0;
    double most = 0; // what still counts as a launch
};

// `gaps`: in ns, each >= 0. Far longer is what lies over three usual deviations above the median;
// `launch` is the mean of the others.
RankGaps gapsOf(const std::vector<double>& gaps);

// The same, where what is far longer is known: what lies over `most`.
RankGaps gapsWithin(const std::vector<double>& gaps, double most);

} // namespace measured
