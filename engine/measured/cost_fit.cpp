#include "engine/measured/cost_fit.h"

#include "engine/measured/hop_groups.h"
#include "engine/measured/op_cost_fit.h"
#include "engine/measured/rank_factors.h"
#include "engine/measured/real_time.h"

#include <algorithm>
#include <utility>

namespace measured {
namespace {

using plan::OpKind;

constexpr double kNegligible = 0.001; // of a step: what clocks and wake-ups leave around its ops

std::vector<double> factorsOf(const plan::Schedule& schedule, const std::vector<OpCell>& cells)
{
    if (!schedule.placement.bidirectional())
        return {};
    std::vector<RankTime> times;
    const std::size_t groups = cells.size() / 2;
    for (std::size_t at = 0; at < cells.size(); ++at) {
        const OpCell& cell = cells[at];
        if (cell.cost.value_or(0) > 0)
            times.push_back({static_cast<int>(at % groups), cell.rank, *cell.cost,
                             *cell.cost * double(cell.recompute.size())});
    }
    return rankFactors(times, static_cast<int>(groups), schedule.shape.ranks);
}

// One stage's ops, from those of both directions.
class StageCostFit {
public:
    StageCostFit(const std::vector<OpCell>& cells, const std::vector<double>& factors,
                 Average average)
        : m_cells(cells)
        , m_factors(factors)
        , m_average(average)
    {
    }

    // With both whole and split backwards the three times are fitted by least squares.
    plan::StageCosts of(int stage) const
    {
        const Whole backward = whole(stage, OpKind::Backward);
        Whole input = whole(stage, OpKind::InputGrad);
        Whole weight = whole(stage, OpKind::WeightGrad);
        const double recompute = backward.count > 0 ? backward.recompute : input.recompute;
        if (input.count > 0 && weight.count > 0 && backward.count > 0) {
            const double toInput = backward.count / input.count;
            const double toWeight = backward.count / weight.count;
            const double left
                = (backward.time - input.time - weight.time) / (1 + toInput + toWeight);
            // What the halves lack of the whole is shared out by how often each was seen: the
            // solution of the least squares, written out.
            input.time += toInput * left;
            weight.time += toWeight * left;
        }
        plan::StageCosts costs;
        costs.forward = rounded(whole(stage, OpKind::Forward).time);
        costs.recompute = rounded(recompute);
        if (input.count > 0) {
            costs.inputGrad = rounded(input.time) - std::min(rounded(input.time), costs.recompute);
            costs.weightGrad = rounded(weight.time);
        } else {
            const Nanoseconds both
                = rounded(backward.time) - std::min(rounded(backward.time), costs.recompute);
            // By half, since no measurement tells them apart; together they are what was measured.
            costs.inputGrad = both / 2;
            costs.weightGrad = both - costs.inputGrad;
        }
        return costs;
    }

private:
    // Over both directions, each on its rank at factor 1.
    struct Whole {
        double time = 0;
        double recompute = 0;
        double count = 0;
    };
    Whole whole(int stage, OpKind kind) const
    {
        const std::size_t stages = m_cells.size() / (2 * kOpKinds);
        Whole all;
        for (int direction = 0; direction < 2; ++direction) {
            const OpCell& cell = m_cells[opCellAt(stages, direction, stage, kind)];
            if (!cell.cost)
                continue;
            const double factor = m_factors.empty() ? 1 : m_factors[std::size_t(cell.rank)];
            const auto count = static_cast<double>(cell.recompute.size());
            all.time += *cell.cost * count / factor;
            all.recompute += averageOf(m_average, cell.recompute) * count / factor;
            all.count += count;
        }
        if (all.count > 0) {
            all.time /= all.count;
            all.recompute /= all.count;
        }
        return all;
    }

    const std::vector<OpCell>& m_cells;
    const std::vector<double>& m_factors;
    const Average m_average;
};

// The fit's hops, place by place.
void addHops(plan::Costs& costs, const OpCosts& ops, const HopGroups& groups,
             const plan::Placement& placement)
{
    const auto hopsIn = [&](int direction) {
        std::vector<Nanoseconds> hops;
        for (std::size_t border = 0; border + 1 < placement.ranks.size(); ++border)
            hops.push_back(ops.hops[groups.of(border, direction)]);
        return hops;
    };
    costs.hops = hopsIn(0);
    if (placement.bidirectional())
        costs.mirrorHops = hopsIn(1);
    if (costs.mirrorHops == costs.hops)
        costs.mirrorHops.clear();
}

struct GroupedFit {
    HopGroups groups;
    OpCosts ops;
};

// By host only where both kinds of hops are known.
GroupedFit fitGrouped(const plan::Schedule& schedule,
                      std::span<const std::vector<ObservedUnit>> steps, Average average,
                      const std::vector<int>& hosts)
{
    HopGroups groups(schedule.placement, hosts);
    OpCosts ops = fitOpCosts(schedule, steps, groups, average);
    const auto& known = ops.hopsAreKnown;
    if (groups.areByHost() && std::find(known.begin(), known.end(), false) != known.end()) {
        groups = HopGroups(schedule.placement, {});
        ops = fitOpCosts(schedule, steps, groups, average);
    }
    return {std::move(groups), std::move(ops)};
}

} // namespace

ObservedEnd observedEnd(const plan::Timeline& timeline)
{
    Nanoseconds first = timeline.makespan;
    Nanoseconds last{};
    for (const auto& spans : timeline.spans)
        if (!spans.empty()) {
            first = std::min(first, spans.front().start);
            last = std::max(last, spans.back().end);
        }
    ObservedEnd end{.outside = ns(timeline.makespan - last + first)};
    if (end.outside < kNegligible * ns(timeline.makespan))
        return {};
    const auto latest
        = std::max_element(timeline.tails.begin(), timeline.tails.end(),
                           [](const plan::Tail& a, const plan::Tail& b) { return a.end < b.end; });
    if (latest != timeline.tails.end()) {
        end.rank = static_cast<int>(latest - timeline.tails.begin());
        end.optimizer = std::clamp(ns(latest->end - latest->optimizerBegin), 0.0, end.outside);
    }
    return end;
}

CostFit fitCosts(const plan::Schedule& schedule, std::span<const std::vector<ObservedUnit>> steps,
                 std::span<const ObservedEnd> ends, Average average, const std::vector<int>& hosts)
{
    auto [groups, ops] = fitGrouped(schedule, steps, average, hosts);
    CostFit fit;
    if (groups.areByHost())
        fit.byHost = HopsByHost{ops.hops[HopGroups::kWithin], ops.hops[HopGroups::kBetween]};
    plan::Costs& costs = fit.costs;
    fit.gaps = std::move(ops.gaps);
    costs.rankFactors = factorsOf(schedule, ops.cells);
    const StageCostFit stages(ops.cells, costs.rankFactors, average);
    for (int stage = 0; stage < schedule.shape.stages(); ++stage)
        costs.stages.push_back(stages.of(stage));
    addHops(costs, ops, groups, schedule.placement);
    costs.nodes = hosts;
    costs.pairOverlap = ops.pairOverlap;

    std::vector<double> reductions;
    std::vector<double> optimizers;
    for (const ObservedEnd& end : ends) {
        reductions.push_back(end.outside - end.optimizer);
        optimizers.push_back(end.optimizer / costs.factorOf(end.rank));
    }
    costs.gradientReduction = rounded(averageOf(average, reductions));
    costs.optimizer = rounded(averageOf(average, optimizers));
    return fit;
}

} // namespace measured
