#include "engine/measured/tail_entries.h"

#include "engine/measured/rank_work.h"

#include <algorithm>

namespace measured {

template <class Change>
void TailEntries::change(std::uint32_t number, const Change& change)
{
    Rank& rank = m_ranks[number];
    const bool was = rank.isSettled();
    change(rank);
    const bool is = rank.isSettled();
    m_settled += is && !was ? 1 : 0;
    m_settled -= was && !is ? 1 : 0;
}

void TailEntries::add(std::uint32_t rank, const telemetry::SpanRecord& span)
{
    change(rank, [&span](Rank& of) {
        ++of.seen;
        if (isOp(span))
            of.lastOpNs = std::max(of.lastOpNs.value_or(span.endNs), span.endNs);
        else if (isTail(span) && span.kind == telemetry::SpanKind::Collective)
            of.collectiveNs = std::min(of.collectiveNs.value_or(span.startNs), span.startNs);
    });
}

void TailEntries::add(std::uint32_t rank, const telemetry::StepSummary& summary)
{
    change(rank, [&summary](Rank& of) {
        if (summary.optimizerNs > summary.tailNs)
            of.collectiveNs = of.collectiveNs.value_or(summary.tailNs);
        if (summary.ops > 0)
            of.lastOpNs = std::max(of.lastOpNs.value_or(summary.lastOpNs), summary.lastOpNs);
    });
}

void TailEntries::add(std::uint32_t rank, const telemetry::StepMark& mark)
{
    change(rank, [&mark](Rank& of) {
        if (mark.phase == telemetry::StepPhase::Begin)
            of.zeroNs = mark.timeNs;
        else
            of.spans = mark.spans;
    });
}

bool TailEntries::hasEnded(std::uint32_t rank) const
{
    const auto found = m_ranks.find(rank);
    return found != m_ranks.end() && found->second.spans;
}

std::optional<plan::Nanoseconds> TailEntries::until(const TailEntries& other) const
{
    std::optional<plan::Nanoseconds> longest;
    for (const auto& [number, rank] : m_ranks) {
        const auto same = other.m_ranks.find(number);
        if (!rank.zeroNs || same == other.m_ranks.end() || !same->second.zeroNs)
            continue;
        const plan::Nanoseconds time{*same->second.zeroNs - *rank.zeroNs};
        longest = std::max(longest.value_or(time), time);
    }
    return longest;
}

std::optional<plan::Nanoseconds> TailEntries::last() const
{
    std::optional<plan::Nanoseconds> last;
    for (const auto& [number, rank] : m_ranks) {
        // Times count from each rank's own zero, which is one moment for all: clocks need not
        // agree.
        const auto entered = rank.collectiveNs ? rank.collectiveNs : rank.lastOpNs;
        if (!entered || !rank.zeroNs)
            continue;
        const plan::Nanoseconds at{*entered - *rank.zeroNs};
        last = std::max(last.value_or(at), at);
    }
    return last;
}

plan::Tail onceAllAreIn(plan::Tail tail, plan::Nanoseconds lastEntry)
{
    tail.begin = std::clamp(lastEntry, tail.begin, tail.optimizerBegin);
    return tail;
}

} // namespace measured
