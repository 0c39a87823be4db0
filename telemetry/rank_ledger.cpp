#include "telemetry/rank_ledger.h"

#include "telemetry/text.h"

#include <algorithm>

namespace telemetry {
namespace {

bool saidBye(RankState state)
{
    return state == RankState::Finished || state == RankState::Stopped
        || state == RankState::Failed;
}

RankState stateAfter(ByeReason reason)
{
    switch (reason) {
    case ByeReason::Finished:
        return RankState::Finished;
    case ByeReason::Stopped:
        return RankState::Stopped;
    case ByeReason::Failed:
        break;
    }
    return RankState::Failed;
}

} // namespace

RankLedger::RankLedger(std::uint64_t run, std::uint32_t ranks,
                       std::chrono::milliseconds gapPatience)
    : m_run(run)
    , m_gapPatience(gapPatience)
    , m_ranks(ranks)
    , m_places(ranks)
    , m_hellos(ranks)
{
}

RankLedger::Verdict RankLedger::judge(const FrameHeader& header, Time now)
{
    const bool ours = header.run == m_run && header.rank < m_ranks.size();
    // Hello is sequence 0 and nothing else is, so a rank's description can never be missed unseen.
    const bool helloFirst = (header.kind == FrameKind::Hello) == (header.sequence == 0);
    if (!ours || !isData(header.kind) || !helloFirst) {
        countBad();
        return Verdict::Refuse;
    }
    const auto& rank = m_ranks[header.rank];
    if (header.epoch < rank.epoch) {
        ++m_totals.duplicates;
        return Verdict::Ignore;
    }
    if (header.epoch > rank.epoch)
        startEpoch(header.rank, header.epoch);

    auto& place = m_places[header.rank];
    heard(header.rank, now);
    if (header.sequence < place.expected) {
        ++m_totals.duplicates;
        return Verdict::Ignore;
    }
    // Not taken behind a hole, and so not acknowledged: the rank learns from its next heartbeat
    // that it must send again from the hole on. After the patience the hole is a loss.
    if (header.sequence > place.expected) {
        if (place.holeSince == Time{})
            place.holeSince = now;
        if (now - place.holeSince < m_gapPatience)
            return Verdict::Ignore;
        m_totals.gaps += header.sequence - place.expected;
    }
    place.holeSince = {};
    place.expected = header.sequence + 1;
    return Verdict::Take;
}

void RankLedger::startEpoch(std::uint32_t rank, std::uint32_t epoch)
{
    // What the earlier process said stays in the totals; the rest of what is known of the rank was
    // about a process that is gone.
    auto& snapshot = m_ranks[rank];
    if (saidBye(snapshot.state))
        --m_finished;
    unlist(rank);
    snapshot = {};
    snapshot.epoch = epoch;
    m_places[rank] = {};
}

void RankLedger::count(std::uint32_t rank)
{
    const auto& snapshot = m_ranks[rank];
    m_totals.sent += saidBye(snapshot.state) ? m_places[rank].byeSent : snapshot.received;
    m_totals.dropped += snapshot.dropped;
}

void RankLedger::uncount(std::uint32_t rank)
{
    const auto& snapshot = m_ranks[rank];
    m_totals.sent -= saidBye(snapshot.state) ? m_places[rank].byeSent : snapshot.received;
    m_totals.dropped -= snapshot.dropped;
}

// A list through the places, because a look at every rank of thousands costs more than all else
// that is done in a round.
void RankLedger::heard(std::uint32_t rank, Time now)
{
    m_ranks[rank].lastSeen = now;
    if (saidBye(m_ranks[rank].state) || m_lastHeard == rank)
        return;
    unlist(rank);
    auto& place = m_places[rank];
    place.isListed = true;
    place.heardBefore = m_lastHeard;
    (m_lastHeard == kNobody ? m_longestSilent : m_places[m_lastHeard].heardAfter) = rank;
    m_lastHeard = rank;
}

void RankLedger::unlist(std::uint32_t rank)
{
    auto& place = m_places[rank];
    if (!place.isListed)
        return;
    (place.heardBefore == kNobody ? m_longestSilent : m_places[place.heardBefore].heardAfter)
        = place.heardAfter;
    (place.heardAfter == kNobody ? m_lastHeard : m_places[place.heardAfter].heardBefore)
        = place.heardBefore;
    place.heardBefore = place.heardAfter = kNobody;
    place.isListed = false;
}

std::vector<SilentRank> RankLedger::silentSince(Time before) const
{
    std::vector<SilentRank> silent;
    for (std::uint32_t rank = m_longestSilent; rank != kNobody; rank = m_places[rank].heardAfter) {
        if (m_ranks[rank].lastSeen >= before)
            break;
        if (m_ranks[rank].state == RankState::Running)
            silent.push_back({rank, m_ranks[rank].lastSeen});
    }
    return silent;
}

void RankLedger::taken(const Frame& frame, ByteView bytes)
{
    const auto& header = frame.header;
    auto& rank = m_ranks[header.rank];
    if (header.kind == FrameKind::Hello)
        m_hellos[header.rank].assign(bytes.begin(), bytes.end());
    m_totals.received += countedRecords(header);
    if (header.epoch != rank.epoch) { // replaced since it was judged
        m_totals.sent += countedRecords(header);
        return;
    }
    uncount(header.rank);
    if (rank.state == RankState::Absent)
        rank.state = RankState::Running;
    rank.received += countedRecords(header);
    note(rank, m_places[header.rank], frame);
    count(header.rank);
    if (saidBye(rank.state))
        unlist(header.rank);
}

void RankLedger::note(RankSnapshot& rank, Place& place, const Frame& frame)
{
    if (const auto* hello = std::get_if<Hello>(&frame.body)) {
        if (frame.header.kind == FrameKind::Hello)
            rank.hello = *hello;
    } else if (const auto* spans = std::get_if<std::vector<SpanRecord>>(&frame.body)) {
        if (!spans->empty())
            rank.lastSpan = spans->back();
    } else if (const auto* marks = std::get_if<std::vector<StepMark>>(&frame.body)) {
        for (const auto& mark : *marks) {
            // A heartbeat may have told a later count already.
            rank.dropped = std::max(rank.dropped, mark.dropped);
            if (mark.phase == StepPhase::End)
                rank.lastStep = std::max(rank.lastStep, mark.step);
        }
    } else if (const auto* bye = std::get_if<Bye>(&frame.body)) {
        if (!saidBye(rank.state))
            ++m_finished;
        rank.state = stateAfter(bye->reason);
        rank.dropped = bye->dropped;
        rank.byeText = textOf(bye->text);
        place.byeSent = bye->sent;
    }
}

bool RankLedger::heartbeat(const FrameHeader& header, const Heartbeat& heartbeat, Time now)
{
    if (header.run != m_run || header.rank >= m_ranks.size()) {
        countBad();
        return false;
    }
    auto& rank = m_ranks[header.rank];
    // Of a process that was replaced, or of one whose Hello is still on its way.
    if (header.epoch != rank.epoch)
        return true;
    heard(header.rank, now);
    uncount(header.rank);
    if (!saidBye(rank.state))
        rank.dropped = std::max(rank.dropped, heartbeat.dropped);
    count(header.rank);
    m_places[header.rank].echo = heartbeat.number;
    return true;
}

Credit RankLedger::credit(std::uint32_t rank, std::uint32_t window) const
{
    const auto& place = m_places[rank];
    return {.acknowledged = place.expected, .echo = place.echo, .window = window, .batchMs = 0};
}

} // namespace telemetry
