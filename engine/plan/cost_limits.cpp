#include "engine/plan/cost_limits.h"

#include "engine/plan/counted.h"

#include <algorithm>
#include <string>

namespace plan {
namespace {

Outcome checkLength(const char* what, std::size_t length, int wanted, const char* places)
{
    if (length == static_cast<std::size_t>(wanted))
        return done();
    return Error{(length == 1 ? "there is " : "there are ")
                 + counted(static_cast<long long>(length), what) + " for " + std::to_string(wanted)
                 + ' ' + places};
}

} // namespace

double longestStep(const Shape& shape, const Costs& costs)
{
    const double stages = double(shape.ranks) * shape.chunks / shape.directions;
    double work = 0;
    for (const StageCosts& stage : costs.stages)
        work += double((stage.forward
                        + std::max(stage.of(OpKind::Backward),
                                   stage.of(OpKind::InputGrad) + stage.of(OpKind::WeightGrad)))
                           .count());
    if (costs.stages.size() == 1)
        work *= stages;
    const auto sumOf = [&](const std::vector<Nanoseconds>& hops) {
        double sum = 0;
        for (const Nanoseconds hop : hops)
            sum += double(hop.count());
        return sum;
    };
    double hops = std::max(sumOf(costs.hops), sumOf(costs.mirrorHops));
    if (costs.hops.empty())
        hops = stages
            * double(std::max(costs.hop(0), costs.transferBetweenNodes.value_or(Nanoseconds{0}))
                         .count());
    double slowest = 1;
    for (const double factor : costs.rankFactors)
        slowest = std::max(slowest, factor);
    return shape.microbatches * (slowest * work + 2 * hops)
        + double(costs.gradientReduction.count()) + slowest * double(costs.optimizer.count());
}

Outcome checkCosts(const Shape& shape, const Costs& costs)
{
    const int stages = shape.stages();
    if (costs.stages.size() != 1)
        if (auto fits = checkLength("cost", costs.stages.size(), stages, "stages"); !fits)
            return fits;
    for (const auto* hops : {&costs.hops, &costs.mirrorHops})
        if (!hops->empty())
            if (auto fits
                = checkLength("hop", hops->size(), stages - 1, "places between two stages");
                !fits)
                return fits;
    if (!costs.nodes.empty())
        if (auto fits = checkLength("node", costs.nodes.size(), shape.ranks, "ranks"); !fits)
            return fits;
    if (!costs.rankFactors.empty())
        if (auto fits = checkLength("factor", costs.rankFactors.size(), shape.ranks, "ranks");
            !fits)
            return fits;
    if (longestStep(shape, costs) > double(kLongestStep.count()))
        return Error{"the step could last longer than 95 years; use smaller costs or fewer "
                     "microbatches"};
    return done();
}

} // namespace plan
