#include "engine/plan/ledger.h"

#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <numeric>

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

LedgerLine lineOf(Phase phase)
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

// When each op's output was there.
class Ends {
public:
    Ends(const Shape& shape, const Timeline& timeline)
        : m_slots(shape)
        , m_ends(m_slots.count(), kMissing)
    {
        for (const auto& spans : timeline.spans)
            for (const Span& span : spans)
                if (span.op.kind != OpKind::WeightGrad)
                    m_ends[m_slots.of(span.op)] = span.end;
    }

    Nanoseconds of(const Op& op) const { return m_ends[m_slots.of(op)]; }

private:
    OpSlots m_slots;
    std::vector<Nanoseconds> m_ends;
};

class RankAccount {
public:
    RankAccount(const Schedule& schedule, const Timeline& timeline, const Ends& ends,
                Nanoseconds transfer, std::size_t rank)
        : m_schedule(schedule)
        , m_timeline(timeline)
        , m_ends(ends)
        , m_transfer(transfer)
        , m_rank(rank)
        , m_phases(phaseTimes(timeline.spans[rank], timeline.makespan))
    {
    }

    void run()
    {
        Nanoseconds free{0};
        std::size_t expected = 0; // index in the rank's order
        const auto& order = m_schedule.order[m_rank];
        for (const Span& span : m_timeline.spans[m_rank]) {
            const auto found = std::find(order.begin() + std::ptrdiff_t(expected), order.end(),
                                         span.op);
            const bool lost = found == order.end()
                || static_cast<std::size_t>(found - order.begin()) != expected;
            if (found != order.end())
                expected = static_cast<std::size_t>(found - order.begin()) + 1;

            // Measured spans may overlap by clock resolution; the later one gives way.
            const Nanoseconds start = std::max(span.start, free);
            if (start > free)
                note(gapBefore(span.op, free, start, lost));
            const Nanoseconds end = std::max(span.end, start);
            line(lineOf(span.op.kind)) += end - start;
            free = end;
        }
        if (m_timeline.makespan > free)
            note(gapAtTheEnd(free, expected < order.size()));
    }

    RankLedger ledger{};
    std::vector<Bubble> bubbles;

private:
    Nanoseconds& line(LedgerLine which) { return ledger[static_cast<std::size_t>(which)]; }

    void note(const Bubble& bubble)
    {
        line(lineOf(bubble.phase)) += bubble.pure();
        line(LedgerLine::ExposedTransfer) += bubble.inTransfer;
        line(LedgerLine::Unexplained) += bubble.unexplained;
        bubbles.push_back(bubble);
    }

    Bubble gapBefore(const Op& next, Nanoseconds start, Nanoseconds end, bool lost) const
    {
        Bubble bubble{.start = start, .end = end, .phase = m_phases.at(start), .next = next};
        const auto input = inputOf(next, m_schedule.shape.stages() - 1);
        const int from
            = input ? m_schedule.rankOfStage[static_cast<std::size_t>(input->stage)] : -1;
        const Nanoseconds ready = input ? m_ends.of(*input) : kMissing;
        if (lost || ready == kMissing || from == static_cast<int>(m_rank)) {
            bubble.unexplained = end - start;
            return bubble;
        }
        bubble.waitingFor = input;
        bubble.waitingForRank = from;
        const Nanoseconds sent = std::clamp(ready, start, end);
        const Nanoseconds arrived = std::clamp(ready + m_transfer, start, end);
        bubble.inTransfer = arrived - sent;
        bubble.unexplained = end - arrived;
        return bubble;
    }

    Bubble gapAtTheEnd(Nanoseconds start, bool lost) const
    {
        Bubble bubble{
            .start = start, .end = m_timeline.makespan, .phase = m_phases.at(start), .next = {}};
        if (lost)
            bubble.unexplained = bubble.end - bubble.start;
        return bubble;
    }

    const Schedule& m_schedule;
    const Timeline& m_timeline;
    const Ends& m_ends;
    const Nanoseconds m_transfer;
    const std::size_t m_rank;
    const PhaseTimes m_phases;
};

} // namespace

const char* key(LedgerLine line)
{
    constexpr std::array<const char*, kLedgerLines> kKeys{
        "forward",           "backward",  "input_grad",     "weight_grad",
        "recompute",         "exposed_transfer", "exposed_collective", "optimizer",
        "warm_up_bubble",    "steady_bubble",    "cool_down_bubble",   "unexplained"};
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

Ledger account(const Schedule& schedule, const Timeline& timeline, Nanoseconds transfer)
{
    const Ends ends(schedule.shape, timeline);
    Ledger ledger;
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
        RankAccount account(schedule, timeline, ends, transfer, rank);
        account.run();
        ledger.ranks.push_back(account.ledger);
        ledger.bubbles.push_back(std::move(account.bubbles));
    }
    return ledger;
}

} // namespace plan
