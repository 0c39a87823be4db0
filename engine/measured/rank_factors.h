// How much slower one of the two ranks is on which a stage stands.

#pragma once

#include <vector>

namespace measured {

// What the ops of one kind and stage take on one rank.
struct RankTime {
    int group = 0; // of the same kind and stage
    int rank = 0;
    double time = 0;   // > 0
    double weight = 0; // > 0
};

// [rank], so that time / factor differs least, in the logarithm, within every group; of
// ranks that share groups the fastest has 1. Empty where every factor is within 1 % of 1.
//
// Precondition: groups are 0 to groups - 1, ranks 0 to ranks - 1.
std::vector<double> rankFactors(const std::vector<RankTime>& times, int groups, int ranks);

} // namespace measured
