#include "engine/plan/compare.h"

#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "engine/plan/zb_auto/search.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

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
    return {partOf(whole.forward, part, parts),
            partOf(whole.inputGrad, part, parts),
            partOf(whole.weightGrad, part, parts),
            partOf(whole.recompute, part, parts),
            partOf(whole.forwardCollective, part, parts),
            partOf(whole.inputGradCollective, part, parts),
            partOf(whole.recomputeCollective, part, parts)};
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

Shape shapeOf(const ComparedModel& model, const ComparedSchedule& compared)
{
    return plan::shapeOf(compared.name, model.ranks, compared.chunks, model.microbatches);
}

// An order that is searched for depends on the costs, and those, where hops differ, on the
// placement that is found. The search is told the hops between neighbours in a ring.
Result<Schedule> searched(const ComparedModel& model, const ComparedSchedule& compared,
                          const Shape& shape, const StopAsked& stop)
{
    const auto costs = dividedCosts(model, shape, loopedPlacement(shape));
    if (!costs)
        return costs.error();
    return makeSchedule(compared.name, shape, compared.options, *costs, stop);
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

Result<ComparedRun> runCompared(const ComparedModel& model, const ComparedSchedule& compared,
                                const StopAsked& stop)
{
    const Shape shape = shapeOf(model, compared);
    if (const auto fits = checkConditions(compared.name, shape, compared.options); !fits)
        return fits.error();
    auto schedule = compared.name == kAutoName
        ? searched(model, compared, shape, stop)
        : makeSchedule(compared.name, shape, compared.options);
    if (!schedule)
        return schedule.error();
    auto costs = dividedCosts(model, schedule->shape, schedule->placement);
    if (!costs)
        return costs.error();
    auto timeline = simulate(*schedule, *costs);
    if (!timeline)
        return timeline.error();
    return ComparedRun{*std::move(schedule), *std::move(costs), *std::move(timeline)};
}

ComparisonRow rowWithout(const ComparedModel& model, const ComparedSchedule& compared,
                         std::string whyNot)
{
    return {.name = compared.name,
            .shape = shapeOf(model, compared),
            .whyNot = std::move(whyNot),
            .peakInFlight = {}};
}

ComparisonRow rowOf(const ComparedSchedule& compared, const ComparedRun& run)
{
    const Timeline& timeline = run.timeline;
    ComparisonRow row{.name = compared.name,
                      .shape = run.schedule.shape,
                      .whyNot = {},
                      .makespan = timeline.makespan,
                      .bubbleFraction = bubbleFraction(timeline),
                      .bubbleOverhead = bubbleOverhead(timeline),
                      .spanBubbleFraction = spanBubbleFraction(timeline),
                      .peakInFlight = {},
                      .transfers = messages(run.schedule),
                      .weightsFactor = findSchedule(compared.name)->weightsFactor};
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank)
        row.peakInFlight.push_back(peakInFlight(timeline, rank));
    row.maxInFlight = *std::max_element(row.peakInFlight.begin(), row.peakInFlight.end());
    row.maxActivations = double(row.maxInFlight) * row.shape.directions / row.shape.chunks;
    return row;
}

std::vector<ComparisonRow> compareSchedules(const ComparedModel& model,
                                            const std::vector<ComparedSchedule>& schedules)
{
    std::vector<ComparisonRow> rows;
    for (const ComparedSchedule& compared : schedules) {
        const auto run = runCompared(model, compared);
        rows.push_back(run ? rowOf(compared, *run)
                           : rowWithout(model, compared, run.error().message));
    }
    return rows;
}

} // namespace plan
