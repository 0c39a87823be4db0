#include "engine/measured/cost_fit.h"

#include "engine/measured/averages.h"
#include "engine/measured/rank_factors.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace measured {
namespace {

using plan::Nanoseconds;
using plan::Op;
using plan::OpKind;

constexpr int kRounds = 4;
constexpr std::size_t kKinds = 4;
constexpr double kNegligible = 0.001; // of a step: what clocks and wake-ups leave around its ops
constexpr double kNoOverlap = 0.005;

double ns(Nanoseconds time) { return static_cast<double>(time.count()); }

Nanoseconds rounded(double time)
{
    return Nanoseconds{static_cast<Nanoseconds::rep>(std::llround(std::max(0.0, time)))};
}

std::size_t at(OpKind kind) { return static_cast<std::size_t>(kind); }

// What was seen of the ops of one stage, kind and direction, which all run on one rank.
struct Cell {
    std::vector<double> busy;   // from end to end, the rank never waiting
    std::vector<double> waited; // from start to end
    std::vector<double> recompute;
    int rank = 0;
    std::optional<double> cost; // of one alone
    std::size_t count() const { return busy.size() + waited.size(); }
};

class Fit {
public:
    Fit(const plan::Schedule& schedule, std::span<const std::vector<ObservedUnit>> steps,
        Average average)
        : m_schedule(schedule)
        , m_steps(steps)
        , m_average(average)
        , m_stages(static_cast<std::size_t>(schedule.shape.stages()))
        , m_hops(m_stages - 1, 0.0)
        , m_hopKnown(m_stages - 1, false)
        , m_overhead(schedule.order.size(), 0.0)
    {
    }

    plan::Costs run()
    {
        firstHops();
        for (int round = 0; round < kRounds; ++round) {
            gather();
            fitAlone();
            fitPairs();
            fitHops();
        }
        return costs();
    }

private:
    std::size_t cellOf(const Op& op) const
    {
        const auto direction
            = static_cast<std::size_t>(m_schedule.placement.directionOf(op.microbatch));
        return (direction * m_stages + static_cast<std::size_t>(op.stage)) * kKinds + at(op.kind);
    }

    template <class Visit>
    void eachUnit(const Visit& visit) const
    {
        for (const auto& units : m_steps)
            for (const ObservedUnit& unit : units)
                visit(unit);
    }

    // The input that comes last.
    ObservedUnit::Input lastInput(const ObservedUnit& unit) const
    {
        ObservedUnit::Input last;
        double arrives = 0;
        for (const ObservedUnit::Input& input : unit.inputs) {
            if (input.border < 0)
                continue;
            const double here = input.made + m_hops[std::size_t(input.border)];
            if (last.border < 0 || here > arrives) {
                last = input;
                arrives = here;
            }
        }
        return last;
    }

    // Whether the rank was free before the unit's inputs were there.
    bool waits(const ObservedUnit& unit) const
    {
        const auto input = lastInput(unit);
        return unit.first
            || (input.border >= 0 && input.made + m_hops[std::size_t(input.border)] > unit.free);
    }

    void firstHops()
    {
        std::vector<std::vector<double>> seen(m_hops.size());
        eachUnit([&](const ObservedUnit& unit) {
            const auto input = lastInput(unit);
            if (input.border >= 0 && (unit.first || input.made >= unit.free))
                seen[std::size_t(input.border)].push_back(unit.start - input.made);
        });
        takeHops(seen);
    }

    void takeHops(const std::vector<std::vector<double>>& seen)
    {
        for (std::size_t border = 0; border < m_hops.size(); ++border)
            if (!seen[border].empty()) {
                m_hops[border] = std::max(0.0, averageOf(m_average, seen[border]));
                m_hopKnown[border] = true;
            }
    }

    void gather()
    {
        m_cells.assign(2 * m_stages * kKinds, {});
        std::vector<std::vector<double>> gaps(m_overhead.size());
        eachUnit([&](const ObservedUnit& unit) {
            const bool waited = waits(unit);
            if (!waited)
                gaps[std::size_t(unit.rank)].push_back(unit.start - unit.free);
            for (std::size_t i = 0; i < std::size_t(unit.count); ++i) {
                Cell& cell = m_cells[cellOf(unit.ops[i])];
                cell.rank = unit.rank;
                cell.recompute.push_back(unit.recompute[i]);
                if (unit.count == 1)
                    (waited ? cell.waited : cell.busy)
                        .push_back(unit.end - (waited ? unit.start : unit.free));
            }
        });
        for (std::size_t rank = 0; rank < gaps.size(); ++rank)
            m_overhead[rank] = averageOf(m_average, std::move(gaps[rank]));
    }

    // Of the ops that ran alone. Those the rank did not wait for say it all, where there
    // are more than a few of them.
    void fitAlone()
    {
        for (Cell& cell : m_cells) {
            if (cell.count() == 0)
                continue;
            std::vector<double> times = cell.busy;
            if (8 * cell.busy.size() < cell.count())
                for (const double lasts : cell.waited)
                    times.push_back(lasts + m_overhead[std::size_t(cell.rank)]);
            cell.cost = averageOf(m_average, std::move(times));
        }
    }

    // From when the unit could have begun to its end.
    double timeOf(const ObservedUnit& unit) const
    {
        return waits(unit) ? unit.end - unit.start + m_overhead[std::size_t(unit.rank)]
                           : unit.end - unit.free;
    }

    // What the shorter op of a pair hides; and the ops that never ran alone, each with its
    // share of the pair's span.
    void fitPairs()
    {
        double hidden = 0;
        double shorter = 0;
        eachUnit([&](const ObservedUnit& unit) {
            const auto a = m_cells[cellOf(unit.ops[0])].cost;
            if (unit.count != 2 || !a)
                return;
            if (const auto b = m_cells[cellOf(unit.ops[1])].cost) {
                hidden += *a + *b - timeOf(unit);
                shorter += std::min(*a, *b);
            }
        });
        m_overlap = shorter > 0 ? std::clamp(hidden / shorter, 0.0, 1.0) : 0;
        m_overlap = m_overlap < kNoOverlap ? 0 : m_overlap;

        std::vector<std::vector<double>> shares(m_cells.size());
        eachUnit([&](const ObservedUnit& unit) {
            if (unit.count != 2 || unit.lasts[0] + unit.lasts[1] <= 0)
                return;
            for (std::size_t i = 0; i < 2; ++i) {
                if (m_cells[cellOf(unit.ops[i])].cost)
                    continue;
                const double share = unit.lasts[i] / (unit.lasts[0] + unit.lasts[1]);
                const double both
                    = timeOf(unit) / (1 - m_overlap * std::min(share, 1 - share));
                shares[cellOf(unit.ops[i])].push_back(share * both);
            }
        });
        for (std::size_t cell = 0; cell < m_cells.size(); ++cell)
            if (!shares[cell].empty())
                m_cells[cell].cost = averageOf(m_average, std::move(shares[cell]));
    }

    double predicted(const ObservedUnit& unit) const
    {
        const double a = m_cells[cellOf(unit.ops[0])].cost.value_or(0);
        if (unit.count == 1)
            return a;
        const double b = m_cells[cellOf(unit.ops[1])].cost.value_or(0);
        return a + b - m_overlap * std::min(a, b);
    }

    void fitHops()
    {
        std::vector<std::vector<double>> seen(m_hops.size());
        eachUnit([&](const ObservedUnit& unit) {
            const auto input = lastInput(unit);
            if (input.border >= 0 && waits(unit))
                seen[std::size_t(input.border)].push_back(unit.end - input.made - predicted(unit));
        });
        takeHops(seen);
    }

    std::vector<Nanoseconds> hopTimes() const
    {
        double sum = 0;
        int known = 0;
        for (std::size_t border = 0; border < m_hops.size(); ++border)
            if (m_hopKnown[border]) {
                sum += m_hops[border];
                ++known;
            }
        std::vector<Nanoseconds> times;
        for (std::size_t border = 0; border < m_hops.size(); ++border)
            times.push_back(rounded(m_hopKnown[border] ? m_hops[border]
                                    : known > 0        ? sum / known
                                                       : 0));
        return times;
    }

    std::vector<double> factors() const
    {
        if (!m_schedule.placement.bidirectional())
            return {};
        std::vector<RankTime> times;
        const std::size_t groups = m_stages * kKinds;
        for (std::size_t cell = 0; cell < m_cells.size(); ++cell) {
            const Cell& seen = m_cells[cell];
            if (seen.cost.value_or(0) > 0)
                times.push_back({static_cast<int>(cell % groups), seen.rank, *seen.cost,
                                 *seen.cost * double(seen.recompute.size())});
        }
        return rankFactors(times, static_cast<int>(groups), m_schedule.shape.ranks);
    }

    // Over both directions, each on its rank at factor 1.
    struct Whole {
        double time = 0;
        double recompute = 0;
        double count = 0;
    };
    Whole whole(std::size_t stage, OpKind kind, const std::vector<double>& factors) const
    {
        Whole all;
        for (std::size_t direction = 0; direction < 2; ++direction) {
            const Cell& cell = m_cells[(direction * m_stages + stage) * kKinds + at(kind)];
            if (!cell.cost)
                continue;
            const double factor = factors.empty() ? 1 : factors[std::size_t(cell.rank)];
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

    // With both whole and split backwards the three times are fitted by least squares.
    plan::StageCosts ofStage(std::size_t stage, const std::vector<double>& factors) const
    {
        const Whole backward = whole(stage, OpKind::Backward, factors);
        Whole input = whole(stage, OpKind::InputGrad, factors);
        Whole weight = whole(stage, OpKind::WeightGrad, factors);
        const double recompute = backward.count > 0 ? backward.recompute : input.recompute;
        if (input.count > 0 && weight.count > 0 && backward.count > 0) {
            const double toInput = backward.count / input.count;
            const double toWeight = backward.count / weight.count;
            const double left
                = (backward.time - input.time - weight.time) / (1 + toInput + toWeight);
            input.time += toInput * left;
            weight.time += toWeight * left;
        }
        plan::StageCosts costs;
        costs.forward = rounded(whole(stage, OpKind::Forward, factors).time);
        costs.recompute = rounded(recompute);
        if (input.count > 0) {
            costs.inputGrad = rounded(input.time) - std::min(rounded(input.time), costs.recompute);
            costs.weightGrad = rounded(weight.time);
        } else {
            const Nanoseconds both
                = rounded(backward.time) - std::min(rounded(backward.time), costs.recompute);
            costs.inputGrad = both / 2;
            costs.weightGrad = both - costs.inputGrad;
        }
        return costs;
    }

    plan::Costs costs() const
    {
        plan::Costs fitted;
        fitted.rankFactors = factors();
        for (std::size_t stage = 0; stage < m_stages; ++stage)
            fitted.stages.push_back(ofStage(stage, fitted.rankFactors));
        fitted.hops = hopTimes();
        fitted.pairOverlap = m_overlap;
        return fitted;
    }

    const plan::Schedule& m_schedule;
    const std::span<const std::vector<ObservedUnit>> m_steps;
    const Average m_average;
    const std::size_t m_stages;
    std::vector<Cell> m_cells;      // by cellOf()
    std::vector<double> m_hops;     // [border]
    std::vector<bool> m_hopKnown;   // [border]: somebody waited there
    std::vector<double> m_overhead; // [rank]: between two ops it does not wait for
    double m_overlap = 0;
};

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
    const auto latest = std::max_element(
        timeline.tails.begin(), timeline.tails.end(),
        [](const plan::Tail& a, const plan::Tail& b) { return a.end < b.end; });
    if (latest != timeline.tails.end()) {
        end.rank = static_cast<int>(latest - timeline.tails.begin());
        end.optimizer = std::clamp(ns(latest->end - latest->optimizerBegin), 0.0, end.outside);
    }
    return end;
}

plan::Costs fitCosts(const plan::Schedule& schedule,
                     std::span<const std::vector<ObservedUnit>> steps,
                     std::span<const ObservedEnd> ends, Average average)
{
    plan::Costs costs = Fit(schedule, steps, average).run();
    std::vector<double> reductions;
    std::vector<double> optimizers;
    for (const ObservedEnd& end : ends) {
        reductions.push_back(end.outside - end.optimizer);
        optimizers.push_back(end.optimizer / costs.factorOf(end.rank));
    }
    costs.gradientReduction = rounded(averageOf(average, reductions));
    costs.optimizer = rounded(averageOf(average, optimizers));
    return costs;
}

} // namespace measured
