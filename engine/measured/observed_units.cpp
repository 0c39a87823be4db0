#include "engine/measured/observed_units.h"

#include "engine/measured/op_parts.h"
#include "engine/measured/real_time.h"
#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <utility>

namespace measured {
namespace {

using plan::Op;

std::string place(std::size_t rank, std::size_t at, const Op& wanted)
{
    return "op " + std::to_string(at + 1) + " on rank " + std::to_string(rank) + " should be "
        + toText(wanted);
}

class Observation {
public:
    Observation(const plan::Schedule& schedule, const plan::Timeline& timeline)
        : m_schedule(schedule)
        , m_timeline(timeline)
        , m_slots(schedule.shape)
        , m_made(m_slots.count(), 0.0)
    {
    }

    plan::Result<std::vector<ObservedUnit>> run()
    {
        if (m_timeline.spans.size() != m_schedule.order.size())
            return plan::Error{"it has " + std::to_string(m_timeline.spans.size()) + " ranks, and "
                               + std::to_string(m_schedule.order.size()) + " are scheduled"};
        for (std::size_t rank = 0; rank < m_schedule.order.size(); ++rank)
            if (const auto walked = walkRank(rank); !walked)
                return walked.error();
        for (ObservedUnit& unit : m_units)
            findInputs(unit);
        return std::move(m_units);
    }

private:
    plan::Outcome walkRank(std::size_t rank)
    {
        const auto& order = m_schedule.order[rank];
        const auto& spans = m_timeline.spans[rank];
        const plan::Pairs& pairs = m_schedule.pairsOf(rank);
        auto pair = pairs.begin();
        m_parts = opParts(m_timeline, rank);
        for (std::size_t at = 0; at < order.size();) {
            const bool fused = pair != pairs.end() && *pair == at;
            const std::size_t count = fused ? 2 : 1;
            if (at + count > spans.size())
                return plan::Error{place(rank, spans.size(), order[spans.size()])
                                   + ", and nothing more was recorded there"};
            std::array<std::size_t, 2> found{at, at + 1};
            // Ops of a pair may be recorded either way round: they ran as one.
            if (fused && spans[at].op == order[at + 1])
                std::swap(found[0], found[1]);
            for (std::size_t i = 0; i < count; ++i)
                if (spans[found[i]].op != order[at + i])
                    return plan::Error{place(rank, at + i, order[at + i]) + ", and "
                                       + toText(spans[found[i]].op) + " ran"};
            add(rank, at, count, found);
            at += count;
            pair += fused;
        }
        if (spans.size() > order.size())
            return plan::Error{"rank " + std::to_string(rank) + " ran "
                               + toText(spans[order.size()].op) + " after its last op"};
        return plan::done();
    }

    void add(std::size_t rank, std::size_t at, std::size_t count,
             const std::array<std::size_t, 2>& found)
    {
        const auto& spans = m_timeline.spans[rank];
        ObservedUnit unit{
            .rank = static_cast<int>(rank), .first = at == 0, .count = static_cast<int>(count)};
        unit.start = ns(spans[at].start);
        for (std::size_t i = 0; i < count; ++i) {
            const plan::Span& span = spans[found[i]];
            unit.ops[i] = span.op;
            unit.lasts[i] = ns(span.end - span.start);
            unit.recompute[i] = ns(m_parts[found[i]].recompute);
            unit.collective[i] = ns(m_parts[found[i]].collective);
            unit.end = std::max(unit.end, ns(span.end));
        }
        unit.free = at == 0 ? unit.start : m_units.back().end;
        for (std::size_t i = 0; i < count; ++i)
            // Nobody waits for a weight gradient.
            if (unit.ops[i].kind != plan::OpKind::WeightGrad)
                m_made[m_slots.of(unit.ops[i])] = unit.end;
        m_units.push_back(unit);
    }

    void findInputs(ObservedUnit& unit) const
    {
        for (std::size_t i = 0; i < static_cast<std::size_t>(unit.count); ++i) {
            const Op& op = unit.ops[i];
            const auto input = plan::inputOf(op, m_schedule.shape.stages() - 1);
            if (!input || m_schedule.placement.rankOf(*input) == unit.rank)
                continue;
            unit.inputs[i]
                = {.made = m_made[m_slots.of(*input)], .border = std::min(op.stage, input->stage)};
        }
    }

    const plan::Schedule& m_schedule;
    const plan::Timeline& m_timeline;
    const plan::OpSlots m_slots;
    std::vector<OpPart> m_parts; // of the rank that is walked
    std::vector<double> m_made;  // [output]: when it was
    std::vector<ObservedUnit> m_units;
};

} // namespace

plan::Result<std::vector<ObservedUnit>> observedUnits(const plan::Schedule& schedule,
                                                      const plan::Timeline& timeline)
{
    return Observation(schedule, timeline).run();
}

} // namespace measured
