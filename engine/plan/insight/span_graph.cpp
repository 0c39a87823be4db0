#include "engine/plan/insight/span_graph.h"

#include "engine/plan/simulate.h"

#include <algorithm>

namespace plan {

SpanGraph::SpanGraph(const Schedule& schedule, const Timeline& timeline, const Costs& costs)
    : m_schedule(schedule)
    , m_costs(costs)
    , m_slots(schedule.shape)
    , m_rankBegin{0}
    , m_spanOf(m_slots.count(), kNone)
{
    std::size_t count = 0;
    for (const auto& spans : timeline.spans)
        count += spans.size();
    m_spans.reserve(count);
    for (const auto& spans : timeline.spans) {
        for (const Span& span : spans) {
            // No op takes what a weight gradient makes, so it needs no place by its op.
            if (span.op.kind != OpKind::WeightGrad)
                m_spanOf[m_slots.of(span.op)] = static_cast<std::uint32_t>(m_spans.size());
            m_spans.push_back(&span);
        }
        m_rankBegin.push_back(static_cast<std::uint32_t>(m_spans.size()));
    }
    if (!schedule.pairs.empty())
        joinPairs();
}

std::size_t SpanGraph::rankOf(std::uint32_t span) const
{
    // Spans of a rank are numbered together, so its number is found by a search instead of being
    // kept for each.
    const auto after = std::upper_bound(m_rankBegin.begin(), m_rankBegin.end(), span);
    return static_cast<std::size_t>(after - m_rankBegin.begin()) - 1;
}

SpanGraph::Unit SpanGraph::unitOf(std::uint32_t span) const
{
    if (m_joined.empty())
        return {span, 1};
    if (m_joined[span])
        return {span, 2};
    if (span > 0 && m_joined[span - 1])
        return {span - 1, 2};
    return {span, 1};
}

SpanGraph::Input SpanGraph::inputOf(std::uint32_t span) const
{
    const Op& op = at(span).op;
    const auto input = plan::inputOf(op, m_schedule.shape.stages() - 1);
    return input ? across(*input, op, *input) : Input{};
}

SpanGraph::Input SpanGraph::consumerOf(std::uint32_t span) const
{
    const Op& op = at(span).op;
    Op next = op;
    next.stage += isForward(op.kind) ? 1 : -1;
    const bool none = op.kind == OpKind::WeightGrad || next.stage < 0
        || next.stage >= m_schedule.shape.stages();
    return none ? Input{} : across(op, next, next);
}

SpanGraph::Input SpanGraph::across(const Op& from, const Op& to, const Op& wanted) const
{
    if (m_schedule.placement.rankOf(from) == m_schedule.placement.rankOf(to))
        return {};
    const std::uint32_t span = m_spanOf[m_slots.of(wanted)];
    const int direction = m_schedule.placement.directionOf(from.microbatch);
    return {span, m_costs.hop(std::min<int>(from.stage, to.stage), direction), span == kNone};
}

std::vector<std::uint32_t> SpanGraph::unitsInOrder() const
{
    std::vector<std::uint32_t> order; // settled up to `next`, then ready
    order.reserve(spans());
    // Three at most: the unit before it on the rank, and an input for each of its two ops.
    std::vector<std::uint8_t> open(spans()); // [first span of a unit]: units it waits for
    for (std::size_t rank = 0; rank < ranks(); ++rank)
        for (std::uint32_t span = rankBegin(rank); span < rankEnd(rank);) {
            const Unit unit = unitOf(span);
            open[unit.first] = unit.first > rankBegin(rank) ? 1 : 0;
            for (; span < unit.first + unit.count; ++span)
                open[unit.first] += inputOf(span).span != kNone;
            if (open[unit.first] == 0)
                order.push_back(unit.first);
        }
    const auto settle = [&](std::uint32_t span) {
        const std::uint32_t first = unitOf(span).first;
        if (--open[first] == 0)
            order.push_back(first);
    };
    // NOLINTNEXTLINE(modernize-loop-convert): the order grows while it is read
    for (std::size_t next = 0; next < order.size(); ++next) {
        const Unit unit = unitOf(order[next]);
        const std::uint32_t after = unit.first + unit.count;
        if (after < rankEnd(rankOf(unit.first)))
            settle(after);
        for (std::uint32_t span = unit.first; span < after; ++span)
            if (const Input consumer = consumerOf(span); consumer.span != kNone)
                settle(consumer.span);
    }
    return order;
}

// A pair is known by its forward: spans may be missing, so places do not tell.
void SpanGraph::joinPairs()
{
    const auto ordered = [](const Op& a, const Op& b) {
        return isForward(a.kind) ? std::pair{a, b} : std::pair{b, a};
    };
    std::vector<Op> partners(m_slots.count(), Op{-1});
    for (std::size_t rank = 0; rank < m_schedule.pairs.size(); ++rank)
        for (const std::uint32_t first : m_schedule.pairs[rank]) {
            const auto& order = m_schedule.order[rank];
            const auto [forward, other] = ordered(order[first], order[first + 1]);
            partners[m_slots.of(forward)] = other;
        }
    m_joined.resize(m_spans.size());
    for (std::size_t rank = 0; rank < ranks(); ++rank)
        for (std::uint32_t span = rankBegin(rank); span + 1 < rankEnd(rank); ++span) {
            const auto [forward, other] = ordered(at(span).op, at(span + 1).op);
            if (isForward(forward.kind) && partners[m_slots.of(forward)] == other) {
                m_joined[span] = true;
                ++span;
            }
        }
}

} // namespace plan
