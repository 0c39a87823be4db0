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
              const HopGroups& groups, Average average)
        : m_schedule(schedule)
        , m_steps(steps)
        , m_groups(groups)
        , m_average(average)
        , m_stages(static_cast<std::size_t>(schedule.shape.stages()))
        , m_hops(groups.count(), 0.0)
        , m_isKnown(groups.count())
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
        return {std::move(m_cells), std::move(hops), std::move(m_isKnown), std::move(m_gaps),
                m_overlap};
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

    // An input from another rank.
    struct Arrival {
        double made = 0;
        std::size_t group = 0; // of its hop
    };

    std::optional<Arrival> arrivalOf(const ObservedUnit& unit, std::size_t input) const
    {
        const ObservedUnit::Input& seen = unit.inputs[input];
        if (seen.border < 0)
            return std::nullopt;
        const int direction = m_schedule.placement.directionOf(unit.ops[input].microbatch);
        return Arrival{seen.made, m_groups.of(std::size_t(seen.border), direction)};
    }

    double arrives(const Arrival& input) const { return input.made + m_hops[input.group]; }

    // The input that comes last.
    std::optional<Arrival> lastInput(const ObservedUnit& unit) const
    {
        std::optional<Arrival> last;
        for (std::size_t i = 0; i < unit.inputs.size(); ++i)
            if (const auto input = arrivalOf(unit, i);
                input && (!last || arrives(*input) > arrives(*last)))
                last = input;
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
        return unit.first || (input && arrives(*input) > unit.free);
    }

    std::vector<SeenHops> seenHops() const
    {
        std::vector<SeenHops> seen(m_hops.size());
        eachUnit([&](const ObservedUnit& unit) {
            const auto last = lastInput(unit);
            for (std::size_t i = 0; i < unit.inputs.size(); ++i) {
                const auto input = arrivalOf(unit, i);
                if (!input)
                    continue;
                SeenHops& here = seen[input->group];
                const bool isLast = input->group == last->group && input->made == last->made;
                // Where the rank was busy for most of the way, it may have begun late for a reason
                // of its own.
                const bool isExposed = isLast
                    && (unit.first || 2 * (unit.start - unit.free) >= unit.start - input->made);
                (isExposed ? here.exposed : here.bounds)
                    .push_back(std::max(0.0, unit.start - input->made - launchOf(unit)));
            }
        });
        return seen;
    }

    // A first guess, so as to tell which input of a fused pair came last: none took longer.
    void firstHops()
    {
        const std::vector<SeenHops> seen = seenHops();
        for (std::size_t group = 0; group < m_hops.size(); ++group)
            m_hops[group] = shortestHop(seen[group]).value_or(0);
    }

    void fitHops()
    {
        const std::vector<SeenHops> seen = seenHops();
        const std::vector<bool> waited = waitedGroups();
        double sum = 0;
        int known = 0;
        m_isKnown.assign(m_hops.size(), false);
        for (std::size_t group = 0; group < m_hops.size(); ++group) {
            auto hop = typicalHop(seen[group], m_average);
            // Nobody idled for most of the way, but somebody idled.
            if (!hop && waited[group])
                hop = shortestHop(seen[group]);
            if (!hop)
                continue;
            m_hops[group] = *hop;
            m_isKnown[group] = true;
            sum += *hop;
            ++known;
        }
        for (std::size_t group = 0; group < m_hops.size(); ++group)
            if (!m_isKnown[group]) {
                const double mean = known > 0 ? sum / known : 0;
                m_hops[group] = std::min(mean, shortestHop(seen[group]).value_or(mean));
            }
    }

    // [group] Whether some unit's last input came by such a hop, and the rank idled before it for
    // longer than it takes to launch an op.
    std::vector<bool> waitedGroups() const
    {
        std::vector<bool> waited(m_hops.size());
        eachUnit([&](const ObservedUnit& unit) {
            const auto last = lastInput(unit);
            if (last && unit.start - unit.free > launchOf(unit))
                waited[last->group] = true;
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
    const HopGroups& m_groups;
    const Average m_average;
    const std::size_t m_stages;
    std::vector<OpCell> m_cells;  // by cellOf()
    std::vector<double> m_hops;   // [group]
    std::vector<bool> m_isKnown;  // [group]
    std::vector<RankGaps> m_gaps; // [rank]
    double m_overlap = 0;
};

} // namespace

OpCosts fitOpCosts(const plan::Schedule& schedule, std::span<const std::vector<ObservedUnit>> steps,
                   const HopGroups& groups, Average average)
{
    return OpCostFit(schedule, steps, groups, average).run();
}

} // namespace measured
