#include "engine/plan/cost/fast_step.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plan {
namespace {

double seconds(Nanoseconds time) { return 1e-9 * static_cast<double>(time.count()); }

// The parts of a step in seconds.
struct Parts {
    std::vector<double> forward; // [stage]
    std::vector<double> input;   // with the recomputation before it
    std::vector<double> weight;
    std::vector<double> hops; // [stage]: to the next one
    std::vector<double> rank; // [rank]: all of its stages
    double all = 0;           // of all stages
    double allHops = 0;
    double slowest = 0; // stage
    double busiest = 0; // rank

    double of(std::size_t stage) const { return forward[stage] + input[stage] + weight[stage]; }
};

Parts partsOf(const Shape& shape, const Placement& placement, const Costs& costs)
{
    Parts parts;
    parts.rank.resize(static_cast<std::size_t>(shape.ranks));
    const int stages = shape.stages();
    for (int stage = 0; stage < stages; ++stage) {
        const StageCosts& cost = costs.ofStage(stage);
        parts.forward.push_back(seconds(cost.forward));
        parts.input.push_back(seconds(cost.of(OpKind::InputGrad)));
        parts.weight.push_back(seconds(cost.weightGrad));
        const auto at = static_cast<std::size_t>(stage);
        const double whole = parts.of(at);
        parts.all += whole;
        parts.slowest = std::max(parts.slowest, whole);
        const double share = placement.bidirectional() ? 0.5 : 1;
        parts.rank[static_cast<std::size_t>(placement.ranks[at])] += share * whole;
        if (placement.bidirectional())
            parts.rank[static_cast<std::size_t>(placement.mirror[at])] += share * whole;
        const bool moves = stage + 1 < stages && placement.ranks[at] != placement.ranks[at + 1];
        parts.hops.push_back(moves ? seconds(costs.hop(stage)) : 0);
        parts.allHops += parts.hops.back();
    }
    parts.busiest = *std::max_element(parts.rank.begin(), parts.rank.end());
    return parts;
}

// What one microbatch more takes where neighbours wait for each other.
double period(const Parts& parts, int microbatches)
{
    const std::size_t stages = parts.forward.size();
    const auto most = std::min(stages, static_cast<std::size_t>(microbatches));
    double longest = parts.slowest;
    for (std::size_t first = 0; first < stages; ++first) {
        double sum = 0;
        for (std::size_t last = first; last < std::min(stages, first + most); ++last) {
            sum += parts.of(last);
            longest = std::max(longest, sum / static_cast<double>(last - first + 1));
            sum += 2 * parts.hops[last];
        }
    }
    return longest;
}

double ofGpipe(const Parts& parts, double m)
{
    double slowestForward = 0, slowestBackward = 0;
    for (std::size_t stage = 0; stage < parts.forward.size(); ++stage) {
        slowestForward = std::max(slowestForward, parts.forward[stage]);
        slowestBackward = std::max(slowestBackward, parts.input[stage] + parts.weight[stage]);
    }
    return parts.all + 2 * parts.allHops + (m - 1) * (slowestForward + slowestBackward);
}

double ofInterleaved(const Parts& parts, const Shape& shape, const ScheduleOptions& options)
{
    const double m = shape.microbatches, p = shape.ranks, v = shape.chunks;
    const auto ranks = static_cast<std::size_t>(shape.ranks);
    double first = 0, hops = 0, slowestFirst = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        first += parts.of(rank);
        slowestFirst = std::max(slowestFirst, parts.of(rank));
        if (rank + 1 < ranks)
            hops += parts.hops[rank];
    }
    const double group = options.group.value_or(defaultGroup(shape));
    const double hop = p > 1 ? hops / (p - 1) : 0;
    const double waits = std::max(0.0, p * hop - (group - p) * parts.forward.front());
    const double rounds = m < p ? p / m : 1;
    return m * rounds * parts.busiest + first - slowestFirst + 2 * hops + 2 * (v - 1) * waits;
}

double ofDeferred(const Parts& parts, double m, double deferred)
{
    double bubble = 0;
    for (std::size_t stage = 0; stage + 1 < parts.forward.size(); ++stage)
        bubble += std::max(0.0,
                           parts.forward[stage] + parts.input[stage] + 2 * parts.hops[stage]
                               - deferred * parts.weight[stage]);
    return m * parts.slowest + bubble;
}

double ofV(const Parts& parts, const Shape& shape)
{
    double forward = 0, uneven = 0;
    for (std::size_t stage = 0; stage < parts.forward.size(); ++stage) {
        forward = std::max(forward, parts.forward[stage]);
        uneven = std::max(uneven, parts.input[stage] - parts.weight[stage]);
    }
    const double hop = parts.allHops / std::max<double>(1, double(parts.forward.size()) - 2);
    return shape.microbatches * parts.busiest + (shape.ranks - 1) * (forward + hop + uneven);
}

double bodySeconds(std::string_view schedule, const Shape& shape, const ScheduleOptions& options,
                   const Parts& parts)
{
    const double m = shape.microbatches;
    if (schedule == "gpipe")
        return ofGpipe(parts, m);
    if (schedule == "1f1b" || (schedule == "interleaved" && shape.chunks == 1))
        return parts.all + 2 * parts.allHops + (m - 1) * period(parts, shape.microbatches);
    if (schedule == "interleaved")
        return ofInterleaved(parts, shape, options);
    if (schedule == "zb-h1" || schedule == "zb-h2")
        return ofDeferred(parts, m, schedule == "zb-h1" ? 1 : 2);
    if (schedule == "zbv")
        return ofV(parts, shape);
    return m * parts.busiest + (shape.ranks - 1.0) * parts.all / shape.stages();
}

} // namespace

double fastSeconds(std::string_view schedule, const Shape& shape, const ScheduleOptions& options,
                   const Placement& placement, const Costs& costs)
{
    const Parts parts = partsOf(shape, placement, costs);
    double body = bodySeconds(schedule, shape, options, parts);
    if (!schedule.starts_with("zb")) // a weight gradient on its own waits for nobody
        body = std::max(body,
                        parts.all + 2 * parts.allHops + (shape.microbatches - 1) * parts.slowest);
    return body + seconds(costs.gradientReduction + costs.optimizer);
}

} // namespace plan
