#include "engine/plan/held_ranks.h"

#include "engine/plan/simulate.h"

#include <algorithm>
#include <optional>

namespace plan {
namespace {

constexpr Nanoseconds kNone{-1};
// How far from the gap a rank's own ops are looked at: a program has one transfer each way and
// direction under way, so those of the ops around it.
constexpr std::size_t kOpsNear = 4;

// The op on the next stage that needs what this one makes; none where that is the rank's own.
std::optional<Op> consumerOf(const Op& op, int lastStage)
{
    if (op.kind == OpKind::WeightGrad)
        return std::nullopt;
    if (op.kind == OpKind::Forward)
        return op.stage == lastStage ? std::nullopt
                                     : std::optional(forward(op.stage + 1, op.microbatch));
    return op.stage == 0 ? std::nullopt : std::optional(backward(op.stage - 1, op.microbatch));
}

} // namespace

HeldRanks::HeldRanks(const Schedule& schedule, const Timeline& timeline, const Costs& costs)
    : m_schedule(schedule)
    , m_timeline(timeline)
    , m_costs(costs)
    , m_slots(schedule.shape)
{
}

HeldRanks::Held HeldRanks::before(std::size_t rank, std::size_t span, Nanoseconds begin)
{
    if (m_starts.empty())
        noteStarts();
    const auto& spans = m_timeline.spans[rank];
    const int last = m_schedule.shape.stages() - 1;
    std::vector<Exchange> exchanges;
    for (std::size_t i = span - std::min(span, kOpsNear); i < span; ++i)
        if (const auto consumer = consumerOf(spans[i].op, last);
            // What had been taken before holds nobody.
            consumer && m_starts[m_slots.of(*consumer)] >= begin)
            add(exchanges, rank, spans[i].op, *consumer);
    for (std::size_t i = span; i < std::min(spans.size(), span + kOpsNear); ++i)
        if (const auto input = inputOf(spans[i].op, last))
            add(exchanges, rank, spans[i].op, *input);
    Held held{begin, -1};
    for (const Exchange& exchange : exchanges) {
        const Nanoseconds turned = lastTurn(exchange.with, spans[span].start);
        if (turned > held.until && spans[span].start - turned <= exchange.lasts)
            held = {turned, static_cast<int>(exchange.with)};
    }
    return held;
}

void HeldRanks::noteStarts()
{
    m_starts.assign(m_slots.count(), kNone);
    for (const auto& spans : m_timeline.spans)
        for (const Span& span : spans)
            if (span.op.kind != OpKind::WeightGrad)
                m_starts[m_slots.of(span.op)] = span.start;
}

void HeldRanks::add(std::vector<Exchange>& exchanges, std::size_t rank, const Op& here,
                    const Op& there) const
{
    const auto with = static_cast<std::size_t>(m_schedule.placement.rankOf(there));
    if (with == rank || with >= m_timeline.spans.size())
        return;
    auto found = std::find_if(exchanges.begin(), exchanges.end(),
                              [with](const Exchange& each) { return each.with == with; });
    if (found == exchanges.end())
        found = exchanges.insert(found, {with, Nanoseconds{0}});
    found->lasts += m_costs.hop(std::min(here.stage, there.stage),
                                m_schedule.placement.directionOf(here.microbatch));
}

Nanoseconds HeldRanks::lastTurn(std::size_t rank, Nanoseconds until) const
{
    const auto& spans = m_timeline.spans[rank];
    const auto later = std::partition_point(
        spans.begin(), spans.end(), [until](const Span& each) { return each.start <= until; });
    if (later == spans.begin())
        return kNone;
    const Span& last = *std::prev(later);
    return last.end <= until ? last.end : last.start;
}

} // namespace plan
