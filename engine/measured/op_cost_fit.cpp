#include "engine/measured/op_cost_fit.h"

#include "engine/measured/real_time.h"

#include <algorithm>
#include <utility>

namespace measured {
namespace {

using plan::Nanoseconds;

constexpr int kFitRounds = 4;        // of costs and hops in turn
constexpr double kNoOverlap = 0.005; // of the shorter op: less is taken for noise

class OpCostFit {
public:
    OpCostFit(const plan::Schedule& schedule, std::span<const std::vector<ObservedUnit>> steps,
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

    OpCosts run()
    {
        firstHops();
        for (int round = 0; round < kFitRounds; ++round) {
            gather();
            fitAlone();
            fitPairs();
            fitHops();
        }
        return {std::move(m_cells), hopTimes(), m_overlap};
    }

private:
    std::size_t cellOf(const plan::Op& op) const
    {
        return opCellAt(m_stages, m_schedule.placement.directionOf(op.microbatch), op.stage,
                        op.kind);
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

    // A first guess, without costs: from when the maker ended to when the consumer began, where the
    // rank was free by then. What comes later than that goes into the hop as well.
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
        m_cells.assign(2 * m_stages * kOpKinds, {});
        std::vector<std::vector<double>> gaps(m_overhead.size());
        eachUnit([&](const ObservedUnit& unit) {
            const bool waited = waits(unit);
            if (!waited)
                gaps[std::size_t(unit.rank)].push_back(unit.start - unit.free);
            for (std::size_t i = 0; i < std::size_t(unit.count); ++i) {
                OpCell& cell = m_cells[cellOf(unit.ops[i])];
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
        for (OpCell& cell : m_cells) {
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
                const double both = timeOf(unit) / (1 - m_overlap * std::min(share, 1 - share));
                shares[cellOf(unit.ops[i])].push_back(share * both);
            }
        });
        for (std::size_t cell = 0; cell < m_cells.size(); ++cell)
            if (!shares[cell].empty())
                m_cells[cell].cost = averageOf(m_average, std::move(shares[cell]));
    }

    // By the costs so far; a fused pair takes the sum less what the shorter op hides.
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
                                        : known > 0    ? sum / known
                                                       : 0));
        return times;
    }

    const plan::Schedule& m_schedule;
    const std::span<const std::vector<ObservedUnit>> m_steps;
    const Average m_average;
    const std::size_t m_stages;
    std::vector<OpCell> m_cells;    // by cellOf()
    std::vector<double> m_hops;     // [border]
    std::vector<bool> m_hopKnown;   // [border]: somebody waited there
    std::vector<double> m_overhead; // [rank]: between two ops it does not wait for
    double m_overlap = 0;
};

} // namespace

OpCosts fitOpCosts(const plan::Schedule& schedule, std::span<const std::vector<ObservedUnit>> steps,
                   Average average)
{
    return OpCostFit(schedule, steps, average).run();
}

} // namespace measured
