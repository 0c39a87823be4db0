#include "engine/measured/op_cost_fit.h"

#include "engine/measured/hop_times.h"
#include "engine/measured/real_time.h"

#include <algorithm>
#include <utility>

namespace measured {
namespace {

using plan::Nanoseconds;

constexpr int kFitRounds = 3;        // of hops and gaps in turn
constexpr std::size_t kFewGaps = 10; // of a rank that nearly always waits: too few for a median
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
        , m_gaps(schedule.order.size())
    {
    }

    OpCosts run()
    {
        // What an op waited for depends on the hops, and what a hop took on the gaps.
        firstHops();
        for (int round = 0; round < kFitRounds; ++round) {
            fitHops();
            fitGaps();
        }
        gather();
        fitAlone();
        fitPairs();
        std::vector<Nanoseconds> hops;
        for (const double hop : m_hops)
            hops.push_back(rounded(hop));
        return {std::move(m_cells), std::move(hops), std::move(m_gaps), m_overlap};
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

    double launchOf(const ObservedUnit& unit) const
    {
        return m_gaps[std::size_t(unit.rank)].launch;
    }

    // Whether the rank was free before the unit's inputs were there.
    bool waits(const ObservedUnit& unit) const
    {
        const auto input = lastInput(unit);
        return unit.first
            || (input.border >= 0 && input.made + m_hops[std::size_t(input.border)] > unit.free);
    }

    std::vector<SeenHops> seenHops() const
    {
        std::vector<SeenHops> seen(m_hops.size());
        eachUnit([&](const ObservedUnit& unit) {
            const auto last = lastInput(unit);
            for (const ObservedUnit::Input& input : unit.inputs) {
                if (input.border < 0)
                    continue;
                SeenHops& here = seen[std::size_t(input.border)];
                const bool isLast = input.border == last.border && input.made == last.made;
                // Where the rank was busy for most of the way, it may have begun late for a reason
                // of its own.
                const bool isExposed = isLast
                    && (unit.first || 2 * (unit.start - unit.free) >= unit.start - input.made);
                (isExposed ? here.exposed : here.bounds)
                    .push_back(std::max(0.0, unit.start - input.made - launchOf(unit)));
            }
        });
        return seen;
    }

    // A first guess, so as to tell which input of a fused pair came last: none took longer.
    void firstHops()
    {
        const std::vector<SeenHops> seen = seenHops();
        for (std::size_t border = 0; border < m_hops.size(); ++border)
            m_hops[border] = shortestHop(seen[border]).value_or(0);
    }

    void fitHops()
    {
        const std::vector<SeenHops> seen = seenHops();
        const std::vector<bool> waited = waitedBorders();
        double sum = 0;
        int known = 0;
        std::vector<bool> isKnown(m_hops.size());
        for (std::size_t border = 0; border < m_hops.size(); ++border) {
            auto hop = typicalHop(seen[border], m_average);
            // Nobody idled for most of the way, but somebody idled.
            if (!hop && waited[border])
                hop = shortestHop(seen[border]);
            if (!hop)
                continue;
            m_hops[border] = *hop;
            isKnown[border] = true;
            sum += *hop;
            ++known;
        }
        for (std::size_t border = 0; border < m_hops.size(); ++border)
            if (!isKnown[border]) {
                const double mean = known > 0 ? sum / known : 0;
                m_hops[border] = std::min(mean, shortestHop(seen[border]).value_or(mean));
            }
    }

    // [border] Whether some unit's last input came over it, and the rank idled before it for longer
    // than it takes to launch an op.
    std::vector<bool> waitedBorders() const
    {
        std::vector<bool> waited(m_hops.size());
        eachUnit([&](const ObservedUnit& unit) {
            const int border = lastInput(unit).border;
            if (border >= 0 && unit.start - unit.free > launchOf(unit))
                waited[std::size_t(border)] = true;
        });
        return waited;
    }

    void fitGaps()
    {
        std::vector<std::vector<double>> gaps(m_gaps.size());
        eachUnit([&](const ObservedUnit& unit) {
            if (!waits(unit))
                gaps[std::size_t(unit.rank)].push_back(std::max(0.0, unit.start - unit.free));
        });
        std::vector<double> all;
        for (const auto& ofRank : gaps)
            all.insert(all.end(), ofRank.begin(), ofRank.end());
        const RankGaps ofAll = gapsOf(all);
        for (std::size_t rank = 0; rank < gaps.size(); ++rank)
            m_gaps[rank] = gaps[rank].size() < kFewGaps ? gapsWithin(gaps[rank], ofAll.most)
                                                        : gapsOf(gaps[rank]);
    }

    void gather()
    {
        m_cells.assign(2 * m_stages * kOpKinds, {});
        eachUnit([&](const ObservedUnit& unit) {
            for (std::size_t i = 0; i < std::size_t(unit.count); ++i) {
                OpCell& cell = m_cells[cellOf(unit.ops[i])];
                cell.rank = unit.rank;
                cell.recompute.push_back(unit.recompute[i]);
                if (unit.count == 1)
                    cell.alone.push_back(timeOf(unit));
            }
        });
    }

    void fitAlone()
    {
        for (OpCell& cell : m_cells)
            if (!cell.alone.empty())
                cell.cost = averageOf(m_average, cell.alone);
    }

    // What the unit kept its rank busy for. Some programs begin an op's span before they have
    // received its input: what goes by until that was made is no work.
    double timeOf(const ObservedUnit& unit) const
    {
        double begins = unit.start;
        for (const ObservedUnit::Input& input : unit.inputs)
            if (input.border >= 0)
                begins = std::max(begins, std::min(input.made, unit.end));
        return unit.end - begins + launchOf(unit);
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

    const plan::Schedule& m_schedule;
    const std::span<const std::vector<ObservedUnit>> m_steps;
    const Average m_average;
    const std::size_t m_stages;
    std::vector<OpCell> m_cells;  // by cellOf()
    std::vector<double> m_hops;   // [border]
    std::vector<RankGaps> m_gaps; // [rank]
    double m_overlap = 0;
};

} // namespace

OpCosts fitOpCosts(const plan::Schedule& schedule, std::span<const std::vector<ObservedUnit>> steps,
                   Average average)
{
    return OpCostFit(schedule, steps, average).run();
}

} // namespace measured
