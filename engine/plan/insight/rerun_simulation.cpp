#include "engine/plan/insight/rerun_slots.h"
#include "engine/plan/insight/span_graph.h"

#include <algorithm>

namespace plan {
namespace {

// Where a rank stands.
struct RerunRank {
    Nanoseconds free{};
    std::size_t nextRerun = 0;
};

class RerunSimulation {
public:
    RerunSimulation(const Schedule& schedule, const Timeline& timeline, const Costs& costs,
                    const RerunPlan& plan)
        : m_timeline(timeline)
        , m_costs(costs)
        , m_plan(plan)
        , m_graph(schedule, timeline, costs)
        , m_ends(m_graph.spans())
        , m_ranks(timeline.spans.size())
    {
        m_result.spans.resize(timeline.spans.size());
        m_result.tails = timeline.tails;
    }

    Result<Timeline> run()
    {
        for (const std::uint32_t first : m_graph.unitsInOrder())
            if (const auto stayed = runUnit(m_graph.unitOf(first)); !stayed)
                return stayed.error();
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
            const Nanoseconds lastOp = m_ranks[rank].free;
            runRerunsUpTo(Nanoseconds::max(), rank);
            if (!m_result.tails.empty() && m_ranks[rank].free > m_result.tails[rank].begin)
                return Error{"a rerun on rank " + std::to_string(rank)
                             + " holds back the end of its step"};
            m_result.makespan = std::max({m_result.makespan, lastOp, m_ranks[rank].free});
            if (!m_result.tails.empty())
                m_result.makespan = std::max(m_result.makespan, m_result.tails[rank].end);
        }
        if (m_result.makespan != m_timeline.makespan)
            return Error{"the reruns move the end of the step"};
        return std::move(m_result);
    }

private:
    void runRerunsUpTo(Nanoseconds time, std::size_t rank)
    {
        RerunRank& state = m_ranks[rank];
        const auto& reruns = m_plan.reruns[rank];
        for (; state.nextRerun < reruns.size() && reruns[state.nextRerun].slot.start < time;
             ++state.nextRerun) {
            const Op& op = reruns[state.nextRerun].slot.op;
            const Nanoseconds end = state.free + m_costs.of(op, static_cast<int>(rank));
            m_result.spans[rank].push_back({op, state.free, end});
            state.free = end;
        }
    }

    Outcome runUnit(const SpanGraph::Unit& unit)
    {
        const std::size_t rank = m_graph.rankOf(unit.first);
        RerunRank& state = m_ranks[rank];
        runRerunsUpTo(m_graph.start(unit), rank);
        Nanoseconds start = std::max(m_graph.start(unit), state.free);
        for (std::uint32_t span = unit.first; span < unit.first + unit.count; ++span)
            if (const auto input = m_graph.inputOf(span); input.span != SpanGraph::kNone)
                start = std::max(start, m_ends[input.span] + input.transfer);
        // Not repaired: reruns were placed so as to move nothing, and one that does is a mistake of
        // theirs.
        if (start != m_graph.start(unit))
            return Error{"the reruns move " + toText(m_graph.at(unit.first).op) + " on rank "
                         + std::to_string(rank)};
        state.free = m_graph.end(unit);
        for (std::uint32_t span = unit.first; span < unit.first + unit.count; ++span) {
            m_ends[span] = state.free;
            m_result.spans[rank].push_back(m_graph.at(span));
        }
        return done();
    }

    const Timeline& m_timeline;
    const Costs& m_costs;
    const RerunPlan& m_plan;
    const SpanGraph m_graph;
    std::vector<Nanoseconds> m_ends; // [span]: when its output is there
    std::vector<RerunRank> m_ranks;
    Timeline m_result;
};

} // namespace

Result<Timeline> simulateWithReruns(const Schedule& schedule, const Timeline& timeline,
                                    const Costs& costs, const RerunPlan& plan)
{
    return RerunSimulation(schedule, timeline, costs, plan).run();
}

} // namespace plan
