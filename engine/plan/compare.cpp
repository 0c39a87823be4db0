#include "engine/plan/compare.h"

#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <cstdlib>

namespace plan {
namespace {

// Part `part` of `parts` of a time; the parts add up to it.
Nanoseconds partOf(Nanoseconds whole, int part, int parts)
{
    const auto upTo = [&](int n) {
        return whole.count() / parts * n + whole.count() % parts * n / parts;
    };
    return Nanoseconds{upTo(part + 1) - upTo(part)};
}

StageCosts partOf(const StageCosts& whole, int part, int parts)
{
    return {partOf(whole.forward, part, parts), partOf(whole.inputGrad, part, parts),
            partOf(whole.weightGrad, part, parts), partOf(whole.recompute, part, parts)};
}

// Between the ranks of stage s and s+1; in two directions the shorter entry of the mirror
// image is as good as the other, so that the longer of both is taken.
Nanoseconds hopBetween(const std::vector<Nanoseconds>& neighbours, const Placement& placement,
                       int stage)
{
    const auto between = [&](int from, int to) {
        if (from == to || neighbours.empty())
            return Nanoseconds{0};
        if (std::abs(from - to) != 1)
            return *std::max_element(neighbours.begin(), neighbours.end());
        return neighbours[static_cast<std::size_t>(std::min(from, to))];
    };
    const auto here = static_cast<std::size_t>(stage);
    Nanoseconds hop = between(placement.ranks[here], placement.ranks[here + 1]);
    if (placement.bidirectional())
        hop = std::max(hop, between(placement.mirror[here], placement.mirror[here + 1]));
    return hop;
}

std::size_t messages(const Schedule& schedule)
{
    std::size_t count = 0;
    for (const auto& order : schedule.order)
        for (const Op& op : order) {
            const int next = op.stage + (isForward(op.kind) ? 1 : -1);
            if (op.kind == OpKind::WeightGrad || next < 0 || next >= schedule.shape.stages())
                continue;
            count += schedule.placement.rankOf(op) != schedule.placement.rankOf(next, op.microbatch);
        }
    return count;
}

Outcome fill(ComparisonRow& row, const ComparedModel& model, const ComparedSchedule& compared)
{
    // Once for its placement, and once more where the order depends on the costs.
    auto schedule = makeSchedule(row.name, row.shape, compared.options);
    if (!schedule)
        return schedule.error();
    row.shape = schedule->shape;
    const auto costs = dividedCosts(model, schedule->shape, schedule->placement);
    if (!costs)
        return costs.error();
    if (row.name == "zb-auto") {
        schedule = makeSchedule(row.name, row.shape, compared.options, *costs);
        if (!schedule)
            return schedule.error();
    }
    const auto timeline = simulate(*schedule, *costs);
    if (!timeline)
        return timeline.error();

    row.makespan = timeline->makespan;
    row.bubbleFraction = bubbleFraction(*timeline);
    row.bubbleOverhead = bubbleOverhead(*timeline);
    row.spanBubbleFraction = spanBubbleFraction(*timeline);
    for (std::size_t rank = 0; rank < timeline->spans.size(); ++rank)
        row.peakInFlight.push_back(peakInFlight(*timeline, rank));
    row.maxInFlight = *std::max_element(row.peakInFlight.begin(), row.peakInFlight.end());
    row.maxActivations = double(row.maxInFlight) * row.shape.directions / row.shape.chunks;
    row.transfers = messages(*schedule);
    row.weightsFactor = findSchedule(row.name)->weightsFactor;
    return done();
}

} // namespace

Result<Costs> dividedCosts(const ComparedModel& model, const Shape& shape,
                           const Placement& placement)
{
    const auto& parts = model.costs.stages;
    const auto ranks = static_cast<std::size_t>(model.ranks);
    if (parts.size() != 1 && parts.size() != ranks)
        return Error{"there are costs of " + std::to_string(parts.size())
                     + " parts of the model; give one, or one for each of the "
                     + std::to_string(ranks) + " ranks"};
    if (!model.costs.hops.empty() && model.costs.hops.size() + 1 != ranks)
        return Error{"there are " + std::to_string(model.costs.hops.size()) + " hops between "
                     + std::to_string(ranks) + " ranks; give one less than ranks"};

    Costs costs = model.costs;
    const int chunks = shape.chunks / shape.directions;
    if (chunks > 1 || parts.size() > 1) {
        costs.stages.clear();
        for (int stage = 0; stage < shape.stages(); ++stage) {
            const auto whole = static_cast<std::size_t>(stage / chunks);
            costs.stages.push_back(
                partOf(parts.size() == 1 ? parts.front() : parts[whole], stage % chunks, chunks));
        }
    }
    if (!model.costs.hops.empty()) {
        costs.hops.clear();
        for (int stage = 0; stage + 1 < shape.stages(); ++stage)
            costs.hops.push_back(hopBetween(model.costs.hops, placement, stage));
    }
    return costs;
}

std::vector<ComparisonRow> compareSchedules(const ComparedModel& model,
                                            const std::vector<ComparedSchedule>& schedules)
{
    std::vector<ComparisonRow> rows;
    for (const ComparedSchedule& compared : schedules) {
        ComparisonRow row{.name = compared.name,
                          .shape = shapeOf(compared.name, model.ranks, compared.chunks,
                                           model.microbatches),
                          .whyNot = {},
                          .peakInFlight = {}};
        if (const auto filled = fill(row, model, compared); !filled)
            row.whyNot = filled.error().message;
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace plan
