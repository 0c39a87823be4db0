#include "engine/plan/ledger.h"

#include "engine/plan/held_ranks.h"
#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace plan {
namespace {

constexpr Nanoseconds kMissing{-1};

LedgerLine lineOf(OpKind kind)
{
    switch (kind) {
    case OpKind::Forward:
        return LedgerLine::Forward;
    case OpKind::Backward:
        return LedgerLine::Backward;
    case OpKind::InputGrad:
        return LedgerLine::InputGrad;
    case OpKind::WeightGrad:
        return LedgerLine::WeightGrad;
    }
    return LedgerLine::Unexplained;
}

// When each op's output was there, and whether its gradient came from an input
// gradient alone.
class OpEnds {
public:
    OpEnds(const Schedule& schedule, const Timeline& timeline)
        : m_slots(schedule.shape)
        , m_ends(m_slots.count(), kMissing)
        , m_inputGradOnly(m_slots.count())
    {
        for (const auto& spans : timeline.spans)
            for (const Span& span : spans)
                if (span.op.kind != OpKind::WeightGrad) {
                    m_ends[m_slots.of(span.op)] = span.end;
                    m_inputGradOnly[m_slots.of(span.op)] = span.op.kind == OpKind::InputGrad;
                }
        for (std::size_t rank = 0; rank < schedule.pairs.size(); ++rank)
            for (const std::uint32_t first : schedule.pairs[rank])
                joinEnds(schedule.order[rank][first], schedule.order[rank][first + 1]);
    }

    Nanoseconds of(const Op& op) const { return m_ends[m_slots.of(op)]; }

    // The op whose output it is, of the kind that the schedule really runs.
    Op named(Op op) const
    {
        if (op.kind == OpKind::Backward && m_inputGradOnly[m_slots.of(op)])
            op.kind = OpKind::InputGrad;
        return op;
    }

private:
    // The outputs of a fused pair are there when both ops are over.
    void joinEnds(const Op& first, const Op& second)
    {
        Nanoseconds& one = m_ends[m_slots.of(first)];
        Nanoseconds& other = m_ends[m_slots.of(second)];
        if (one != kMissing && other != kMissing)
            one = other = std::max(one, other);
    }

    OpSlots m_slots;
    std::vector<Nanoseconds> m_ends;
    std::vector<bool> m_inputGradOnly;
};

class RankAccount {
public:
    RankAccount(const Schedule& schedule, const Timeline& timeline, const OpEnds& ends,
                HeldRanks& held, const Costs& costs, std::size_t rank)
        : m_schedule(schedule)
        , m_timeline(timeline)
        , m_ends(ends)
        , m_held(held)
        , m_costs(costs)
        , m_rank(rank)
        , m_phases(phaseTimes(timeline.spans[rank], timeline.makespan))
        , m_parts(rank < timeline.parts.size() ? std::span(timeline.parts[rank])
                                               : std::span<const Part>())
    {
    }

    void run()
    {
        Nanoseconds free{0};
        std::size_t expected = 0; // index in the rank's order
        const auto& order = m_schedule.order[m_rank];
        const Pairs& pairs = m_schedule.pairsOf(m_rank);
        auto pair = pairs.begin();
        const auto& spans = m_timeline.spans[m_rank];
        for (const Span& span : spans) {
            const auto found
                = std::find(order.begin() + std::ptrdiff_t(expected), order.end(), span.op);
            // A recording may lack spans. What a rank did in the gap they leave is not known, so
            // the gap is not put down to waiting.
            const bool lost = found == order.end()
                || static_cast<std::size_t>(found - order.begin()) != expected;
            if (found != order.end())
                expected = static_cast<std::size_t>(found - order.begin()) + 1;

            // Measured spans may overlap by clock resolution; the later one gives way.
            const Nanoseconds start = std::max(span.start, free);
            if (start > free) {
                Bubble gap = gapBefore(startingWith(span.op, expected, pair), free, start, lost);
                if (!lost && gap.unexplained > Nanoseconds{0})
                    noteHeld(gap, static_cast<std::size_t>(&span - spans.data()));
                note(gap);
            }
            const Nanoseconds end = std::max(span.end, start);
            noteWork(span.op, start, end);
            free = end;
        }
        const bool lost = expected < order.size();
        if (!m_timeline.tails.empty())
            noteTail(m_timeline.tails[m_rank], free, lost);
        if (m_timeline.makespan > free)
            note(gapAtTheEnd(free, m_timeline.makespan, lost));
    }

    RankLedger ledger{};
    Nanoseconds betweenNodes{};
    std::vector<Bubble> bubbles;

private:
    Nanoseconds& line(LedgerLine which) { return ledger[static_cast<std::size_t>(which)]; }

    // The op, or both ops if a fused pair begins with it. `next` is the place after it in
    // the rank's order; `pair` moves along with it.
    std::span<const Op> startingWith(const Op& op, std::size_t next,
                                     Pairs::const_iterator& pair) const
    {
        const auto& order = m_schedule.order[m_rank];
        const Pairs& pairs = m_schedule.pairsOf(m_rank);
        if (next == 0 || next >= order.size() || order[next - 1] != op)
            return {&op, 1};
        while (pair != pairs.end() && *pair + 1 < next)
            ++pair;
        const bool fused = pair != pairs.end() && *pair + 1 == next;
        return std::span(order).subspan(next - 1, fused ? 2 : 1);
    }

    // What parts cover of [start, end) goes to their lines. Returns the rest.
    Nanoseconds noteParts(Nanoseconds start, Nanoseconds end)
    {
        Nanoseconds rest = end - start;
        for (; !m_parts.empty() && m_parts.front().start < end; m_parts = m_parts.subspan(1)) {
            const Part& part = m_parts.front();
            const Nanoseconds from = std::max(part.start, start);
            start = std::max(from, std::min(part.end, end));
            line(part.kind == Part::Kind::Collective ? LedgerLine::ExposedCollective
                                                     : LedgerLine::Recompute)
                += start - from;
            rest -= start - from;
        }
        return rest;
    }

    // The shares that are recomputation, a collective or a message go to their own lines: as
    // measured, or else as the costs say.
    void noteWork(const Op& op, Nanoseconds start, Nanoseconds end)
    {
        const Nanoseconds lasted = noteParts(start, end);
        if (!m_timeline.parts.empty()) {
            line(lineOf(op.kind)) += lasted;
            return;
        }
        const int rank = static_cast<int>(m_rank);
        const Nanoseconds planned = m_costs.of(op, rank);
        Nanoseconds rest = lasted;
        // Each is rounded by itself, so that together they may be more than the op.
        const auto noteShare = [&](LedgerLine to, Nanoseconds part) {
            const Nanoseconds share = std::min(rest, shareOf(lasted, part, planned));
            line(to) += share;
            rest -= share;
            return share;
        };
        noteShare(LedgerLine::Recompute, m_costs.recomputeOf(op, rank));
        noteShare(LedgerLine::ExposedCollective, m_costs.collectiveOf(op, rank));
        const Nanoseconds sent
            = noteShare(LedgerLine::ExposedTransfer, m_costs.transferOf(op, rank));
        if (sent > Nanoseconds{0} && leavesNode(op))
            betweenNodes += sent;
        line(lineOf(op.kind)) += rest;
    }

    // Whether what the op has made goes to another node.
    bool leavesNode(const Op& op) const
    {
        const int to = op.stage + (isForward(op.kind) ? 1 : -1);
        return to >= 0 && to < m_schedule.shape.stages()
            && isApart(m_schedule.placement.rankOf(to, op.microbatch));
    }

    bool isApart(int other) const { return m_costs.areApart(static_cast<int>(m_rank), other); }

    // What `part` of `planned` comes to where the op lasted otherwise.
    static Nanoseconds shareOf(Nanoseconds lasted, Nanoseconds part, Nanoseconds planned)
    {
        if (part == Nanoseconds{0} || lasted == planned)
            return part;
        return Nanoseconds{static_cast<Nanoseconds::rep>(
            double(lasted.count()) * (double(part.count()) / double(planned.count())))};
    }

    void noteTail(const Tail& tail, Nanoseconds& free, bool lost)
    {
        const Nanoseconds begin = std::max(tail.begin, free);
        if (begin > free)
            note(gapAtTheEnd(free, begin, lost));
        const Nanoseconds optimizerBegin = std::max(tail.optimizerBegin, begin);
        free = std::max(tail.end, optimizerBegin);
        line(LedgerLine::ExposedCollective) += optimizerBegin - begin;
        line(LedgerLine::Optimizer) += noteParts(optimizerBegin, free);
    }

    void note(const Bubble& bubble)
    {
        line(bubbleLine(bubble.phase)) += bubble.pure();
        line(LedgerLine::ExposedTransfer) += bubble.inTransfer;
        betweenNodes += bubble.inTransferBetweenNodes;
        line(LedgerLine::Unexplained) += bubble.unexplained;
        bubbles.push_back(bubble);
    }

    // `ops` is the op after the gap, or the two of a fused pair.
    Bubble gapBefore(std::span<const Op> ops, Nanoseconds start, Nanoseconds end, bool lost) const
    {
        Bubble bubble{.start = start, .end = end, .phase = m_phases.at(start), .next = ops.front()};
        Nanoseconds sent = kMissing;
        Nanoseconds arrived = kMissing;
        for (const Op& op : ops) {
            const auto input = inputOf(op, m_schedule.shape.stages() - 1);
            if (!input)
                continue;
            const Nanoseconds ready = m_ends.of(*input);
            const int from = m_schedule.placement.rankOf(*input);
            lost = lost || ready == kMissing;
            if (lost || from == static_cast<int>(m_rank))
                continue;
            const Nanoseconds here = ready
                + m_costs.hop(std::min<int>(input->stage, op.stage),
                              m_schedule.placement.directionOf(op.microbatch));
            if (here <= arrived)
                continue;
            sent = ready;
            arrived = here;
            bubble.waitingFor = m_ends.named(*input);
            bubble.waitingForRank = from;
        }
        if (lost || !bubble.waitingFor) {
            bubble.waitingFor.reset();
            bubble.waitingForRank = -1;
            bubble.unexplained = end - start;
            return bubble;
        }
        sent = std::clamp(sent, start, end);
        arrived = std::clamp(arrived, start, end);
        bubble.inTransfer = arrived - sent;
        if (isApart(bubble.waitingForRank))
            bubble.inTransferBetweenNodes = bubble.inTransfer;
        bubble.unexplained = end - arrived;
        return bubble;
    }

    // `span`: the number of the one after the gap.
    void noteHeld(Bubble& gap, std::size_t span) const
    {
        const Nanoseconds begin = gap.end - gap.unexplained;
        const HeldRanks::Held held = m_held.before(m_rank, span, begin);
        if (held.byRank < 0)
            return;
        gap.held = held.until - begin;
        gap.heldByRank = held.byRank;
        gap.inTransfer += gap.end - held.until;
        if (isApart(held.byRank))
            gap.inTransferBetweenNodes += gap.end - held.until;
        gap.unexplained = Nanoseconds{0};
    }

    Bubble gapAtTheEnd(Nanoseconds start, Nanoseconds end, bool lost) const
    {
        Bubble bubble{.start = start, .end = end, .phase = m_phases.at(start), .next = {}};
        if (lost)
            bubble.unexplained = bubble.end - bubble.start;
        return bubble;
    }

    const Schedule& m_schedule;
    const Timeline& m_timeline;
    const OpEnds& m_ends;
    HeldRanks& m_held;
    const Costs& m_costs;
    const std::size_t m_rank;
    const PhaseTimes m_phases;
    std::span<const Part> m_parts; // those not accounted for yet
};

} // namespace

LedgerLine bubbleLine(Phase phase)
{
    switch (phase) {
    case Phase::WarmUp:
        return LedgerLine::WarmUpBubble;
    case Phase::Steady:
        return LedgerLine::SteadyBubble;
    case Phase::CoolDown:
        return LedgerLine::CoolDownBubble;
    }
    return LedgerLine::Unexplained;
}

const char* key(LedgerLine line)
{
    constexpr std::array<const char*, kLedgerLines> kKeys{
        "forward",        "backward",         "input_grad",         "weight_grad",
        "recompute",      "exposed_transfer", "exposed_collective", "optimizer",
        "warm_up_bubble", "steady_bubble",    "cool_down_bubble",   "unexplained"};
    return kKeys[static_cast<std::size_t>(line)];
}

Nanoseconds sum(const RankLedger& ledger)
{
    return std::accumulate(ledger.begin(), ledger.end(), Nanoseconds{0});
}

RankLedger total(const Ledger& ledger)
{
    RankLedger lines{};
    for (const RankLedger& rank : ledger.ranks)
        for (std::size_t i = 0; i < kLedgerLines; ++i)
            lines[i] += rank[i];
    return lines;
}

ExposedTransfers exposedTransfers(const Ledger& ledger, std::size_t rank)
{
    const Nanoseconds between = ledger.betweenNodes[rank];
    return {ledger.ranks[rank][static_cast<std::size_t>(LedgerLine::ExposedTransfer)] - between,
            between};
}

ExposedTransfers exposedTransfers(const Ledger& ledger)
{
    ExposedTransfers all;
    for (std::size_t rank = 0; rank < ledger.ranks.size(); ++rank) {
        const ExposedTransfers one = exposedTransfers(ledger, rank);
        all.withinNodes += one.withinNodes;
        all.betweenNodes += one.betweenNodes;
    }
    return all;
}

Ledger account(const Schedule& schedule, const Timeline& timeline, const Costs& costs)
{
    const OpEnds ends(schedule, timeline);
    HeldRanks held(schedule, timeline, costs);
    Ledger ledger;
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
        RankAccount account(schedule, timeline, ends, held, costs, rank);
        account.run();
        ledger.ranks.push_back(account.ledger);
        ledger.betweenNodes.push_back(account.betweenNodes);
        ledger.bubbles.push_back(std::move(account.bubbles));
    }
    return ledger;
}

} // namespace plan
