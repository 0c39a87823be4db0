#include "engine/plan/step_parts.h"

#include <algorithm>

namespace plan {
namespace {

double secondsOf(Nanoseconds time) { return 1e-9 * static_cast<double>(time.count()); }

} // namespace

StepParts stepParts(const Shape& shape, const ScheduleOptions& options, const Placement& placement,
                    const Costs& costs, bool split)
{
    StepParts parts;
    parts.shape = shape;
    parts.options = options;
    parts.rank.resize(static_cast<std::size_t>(shape.ranks));
    const int stages = shape.stages();
    for (int stage = 0; stage < stages; ++stage) {
        const StageCosts& cost = costs.ofStage(stage);
        parts.forward.push_back(secondsOf(cost.forward));
        const Nanoseconds weight = split ? cost.of(OpKind::WeightGrad) : cost.weightGrad;
        parts.input.push_back(
            secondsOf(split ? cost.of(OpKind::InputGrad) : cost.of(OpKind::Backward) - weight));
        parts.weight.push_back(secondsOf(weight));
        const auto at = static_cast<std::size_t>(stage);
        const double whole = parts.of(at);
        parts.all += whole;
        parts.slowest = std::max(parts.slowest, whole);
        // In two directions each copy of a stage runs about half of the microbatches.
        const double share = placement.bidirectional() ? 0.5 : 1;
        parts.rank[static_cast<std::size_t>(placement.ranks[at])] += share * whole;
        if (placement.bidirectional())
            parts.rank[static_cast<std::size_t>(placement.mirror[at])] += share * whole;
        const bool moves = stage + 1 < stages && placement.ranks[at] != placement.ranks[at + 1];
        parts.hops.push_back(moves ? secondsOf(costs.hop(stage)) : 0);
        parts.allHops += parts.hops.back();
    }
    parts.busiest = *std::max_element(parts.rank.begin(), parts.rank.end());
    return parts;
}

double StepParts::leastOfWhole() const
{
    return all + 2 * allHops + (shape.microbatches - 1) * slowest;
}

double StepParts::leastOfSplit() const
{
    double way = 2 * allHops;
    double slowestBoth = 0;
    for (std::size_t stage = 0; stage < forward.size(); ++stage) {
        const double both = forward[stage] + input[stage];
        way += both;
        slowestBoth = std::max(slowestBoth, both);
    }
    return way + (shape.microbatches - 1) * slowestBoth + weight.front();
}

double StepParts::filledOnce() const
{
    return microbatches() * busiest + (shape.ranks - 1.0) * all / shape.stages();
}

double StepParts::alternating() const
{
    // Neighbours wait for each other in turn, so that a run of stages keeps its own pace: its whole
    // round trip over the stages in it. The slowest such run sets that of the step.
    const std::size_t stages = forward.size();
    const auto most = std::min(stages, static_cast<std::size_t>(shape.microbatches));
    double period = slowest;
    for (std::size_t first = 0; first < stages; ++first) {
        double sum = 0;
        for (std::size_t last = first; last < std::min(stages, first + most); ++last) {
            sum += of(last);
            period = std::max(period, sum / static_cast<double>(last - first + 1));
            sum += 2 * hops[last];
        }
    }
    return all + 2 * allHops + (microbatches() - 1) * period;
}

} // namespace plan
