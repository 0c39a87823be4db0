#include "engine/measured/link_speeds.h"

#include "engine/measured/rank_work.h"

#include <algorithm>

namespace measured {
namespace {

constexpr std::size_t kMostOpen = 1 << 14;
constexpr std::size_t kMostZeros = 1 << 14;

LinkSpeeds::Pairs pairsOf(std::vector<double> speeds)
{
    if (speeds.empty())
        return {};
    const auto middle = speeds.begin() + static_cast<std::ptrdiff_t>(speeds.size() / 2);
    std::nth_element(speeds.begin(), middle, speeds.end());
    return {static_cast<int>(speeds.size()), *middle};
}

} // namespace

void LinkSpeeds::add(const telemetry::Frame& frame, const RankHosts& hosts)
{
    if (const auto* hello = std::get_if<telemetry::Hello>(&frame.body); hello && !m_info)
        m_info = runInfoOf(*hello);
    if (!m_info || m_info->shape.directions > 1 || !m_info->shownRank(frame.header.rank))
        return;
    const int rank = static_cast<int>(frame.header.rank);
    if (const auto* marks = std::get_if<std::vector<telemetry::StepMark>>(&frame.body)) {
        for (const telemetry::StepMark& mark : *marks)
            if (mark.phase == telemetry::StepPhase::Begin)
                m_zeros[{rank, mark.step}] = mark.timeNs;
        if (m_zeros.size() > kMostZeros)
            m_zeros.clear();
    } else if (const auto* spans = std::get_if<std::vector<telemetry::SpanRecord>>(&frame.body)) {
        for (const telemetry::SpanRecord& span : *spans)
            addSpan(rank, span, hosts);
    }
}

void LinkSpeeds::addSpan(int rank, const telemetry::SpanRecord& span, const RankHosts& hosts)
{
    if (isOp(span) && span.stage < m_info->shape.stages())
        m_rankOfStage[span.stage] = rank;
    const bool sends = span.kind == telemetry::SpanKind::Send;
    if ((!sends && span.kind != telemetry::SpanKind::Receive) || span.bytes < kFewestBytes)
        return;
    const auto sender = senderOf(rank, span);
    const auto zero = m_zeros.find({rank, span.step});
    if (!sender || zero == m_zeros.end())
        return;
    const End end{span.startNs - zero->second, span.endNs - zero->second, rank, sends, span.bytes};
    const Key key{span.step, span.stage, span.microbatch, *sender};
    const auto other = m_open.find(key);
    if (other == m_open.end() || other->second.sends == sends) {
        if (m_open.size() >= kMostOpen)
            m_open.clear();
        m_open[key] = end;
        return;
    }
    addTransfer(sends ? end : other->second, sends ? other->second : end, hosts);
    m_open.erase(other);
}

// The two ends of a border are the ranks that hold the stages on both sides of it.
std::optional<int> LinkSpeeds::senderOf(int rank, const telemetry::SpanRecord& span) const
{
    const auto before = m_rankOfStage.find(span.stage);
    const auto behind = m_rankOfStage.find(span.stage + 1);
    if (before == m_rankOfStage.end() || behind == m_rankOfStage.end()
        || before->second == behind->second || (rank != before->second && rank != behind->second))
        return {};
    const int other = rank == before->second ? behind->second : before->second;
    return span.kind == telemetry::SpanKind::Send ? rank : other;
}

void LinkSpeeds::addTransfer(const End& sent, const End& received, const RankHosts& hosts)
{
    const int from = hosts.hostOf(sent.rank);
    const int to = hosts.hostOf(received.rank);
    const std::int64_t time = received.endNs - std::max(sent.beginNs, received.beginNs);
    if (from < 0 || to < 0 || time <= 0)
        return;
    auto& speeds = from == to ? m_within : m_between;
    if (speeds.size() < kMostKept)
        speeds.push_back(static_cast<double>(sent.bytes) * 1e9 / static_cast<double>(time));
}

LinkSpeeds::Seen LinkSpeeds::seen() const { return {pairsOf(m_within), pairsOf(m_between)}; }

} // namespace measured
