#include "engine/measured/rank_factors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace measured {
namespace {

constexpr double kAlike = 0.01; // factors that differ by less are taken for 1
constexpr int kRounds = 30;

struct Mean {
    double sum = 0;
    double weight = 0;

    void add(double value, double by)
    {
        sum += value * by;
        weight += by;
    }
    double value() const { return weight > 0 ? sum / weight : 0; }
};

// [rank]: the lowest rank it shares a group with, directly or through others.
std::vector<int> connected(const std::vector<RankTime>& times, int groups, int ranks)
{
    std::vector<int> root(static_cast<std::size_t>(ranks));
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int rank) {
        while (root[std::size_t(rank)] != rank)
            rank = root[std::size_t(rank)] = root[std::size_t(root[std::size_t(rank)])];
        return rank;
    };
    std::vector<int> ofGroup(static_cast<std::size_t>(groups), -1);
    for (const RankTime& time : times) {
        int& first = ofGroup[std::size_t(time.group)];
        first = first < 0 ? time.rank : first;
        const auto [low, high] = std::minmax({find(first), find(time.rank)});
        root[std::size_t(high)] = low;
    }
    for (int rank = 0; rank < ranks; ++rank)
        root[std::size_t(rank)] = find(rank);
    return root;
}

} // namespace

std::vector<double> rankFactors(const std::vector<RankTime>& times, int groups, int ranks)
{
    // log(time) = group + rank, by weighted least squares: each of the two is in turn the mean of
    // what the other leaves, round after round.
    std::vector<double> factor(static_cast<std::size_t>(ranks), 0.0); // logarithms
    for (int round = 0; round < kRounds; ++round) {
        std::vector<Mean> group(static_cast<std::size_t>(groups));
        std::vector<Mean> rank(static_cast<std::size_t>(ranks));
        for (const RankTime& time : times)
            group[std::size_t(time.group)].add(std::log(time.time) - factor[std::size_t(time.rank)],
                                               time.weight);
        for (const RankTime& time : times)
            rank[std::size_t(time.rank)].add(
                std::log(time.time) - group[std::size_t(time.group)].value(), time.weight);
        for (std::size_t i = 0; i < factor.size(); ++i)
            factor[i] = rank[i].value();
    }

    const std::vector<int> root = connected(times, groups, ranks);
    // Ranks that share no group cannot be compared: the fastest of each connected set is 1.
    std::vector<double> least(factor.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < factor.size(); ++i)
        least[std::size_t(root[i])] = std::min(least[std::size_t(root[i])], factor[i]);
    bool alike = true;
    for (std::size_t i = 0; i < factor.size(); ++i) {
        factor[i] = std::exp(factor[i] - least[std::size_t(root[i])]);
        alike = alike && factor[i] < 1 + kAlike;
    }
    return alike ? std::vector<double>{} : factor;
}

} // namespace measured
