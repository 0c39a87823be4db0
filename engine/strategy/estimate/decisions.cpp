#include "engine/strategy/estimate/decisions.h"

#include "engine/strategy/estimate/equal_estimates.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace strategy {
namespace {

struct Candidate {
    double measured; // seconds of all devices for a token
    double predicted;
};

auto kindOf(const RunAccuracy& one)
{
    const Strategy& strategy = one.run->strategy;
    return std::tuple(one.run->family, one.run->model, strategy.model->sequence,
                      strategy.model->layers, strategy.model->hidden, deviceCount(strategy),
                      strategy.cluster.device, strategy.precision.compute);
}

void addPairs(Decisions& decisions, const std::vector<Candidate>& group)
{
    for (const Candidate& a : group)
        for (const Candidate& b : group)
            if (b.measured > kApart * a.measured) {
                ++decisions.pairs;
                decisions.right += b.predicted > a.predicted ? 1 : 0;
            }
}

} // namespace

Decisions decisionsOf(const std::vector<RunAccuracy>& accuracies)
{
    using Kind = decltype(kindOf(accuracies.front()));
    std::map<Kind, std::vector<Candidate>> groups;
    for (const RunAccuracy& one : accuracies) {
        if (!one.timeError)
            continue;
        const Strategy& strategy = one.run->strategy;
        const double tokens = double(strategy.batch.global) * strategy.model->sequence;
        const double measured = *one.run->stepSeconds / tokens;
        const double error = one.leftOutError.value_or(*one.timeError);
        groups[kindOf(one)].push_back({measured, measured * (1 + error)});
    }
    Decisions decisions;
    for (const auto& [kind, group] : groups) {
        if (group.size() < 2)
            continue;
        addPairs(decisions, group);
        const auto picked = std::min_element(
            group.begin(), group.end(),
            [](const Candidate& a, const Candidate& b) { return a.predicted < b.predicted; });
        const auto fastest = std::min_element(
            group.begin(), group.end(),
            [](const Candidate& a, const Candidate& b) { return a.measured < b.measured; });
        const double regret = picked->measured / fastest->measured - 1;
        ++decisions.choices;
        decisions.regret += (regret - decisions.regret) / decisions.choices;
        decisions.worst = std::max(decisions.worst, regret);
    }
    return decisions;
}

} // namespace strategy
