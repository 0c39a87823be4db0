#include "engine/launch/run_reading.h"

#include "telemetry/text.h"

#include <utility>

namespace launch {

void RunReading::add(const telemetry::Frame& frame)
{
    if (telemetry::isData(frame.header.kind)) {
        if (!m_gaps.take(frame))
            return;
        addData(frame);
    }
    // Outside the ranks' sequences, so it passes by the gap counter.
    if (const auto* end = std::get_if<telemetry::RunEnd>(&frame.body))
        m_ending = endingOf(*end);
    m_assembler.add(frame);
}

void RunReading::addData(const telemetry::Frame& frame)
{
    Rank& rank = m_ranks[frame.header.rank];
    rank.received += telemetry::countedRecords(frame.header);
    if (const auto* marks = std::get_if<std::vector<telemetry::StepMark>>(&frame.body)) {
        for (const telemetry::StepMark& mark : *marks)
            rank.dropped = mark.dropped;
    }
    if (const auto* spans = std::get_if<std::vector<telemetry::SpanRecord>>(&frame.body)) {
        for (const telemetry::SpanRecord& span : *spans) {
            // The tail of a step is on that lane, too, and has no stage.
            if (span.lane == telemetry::Lane::Compute && span.stage >= 0)
                rank.lastOp = span;
        }
    }
    if (const auto* lines = std::get_if<std::vector<telemetry::LogLine>>(&frame.body))
        addWarnings(frame.header.rank, *lines);
    if (const auto* hello = std::get_if<telemetry::Hello>(&frame.body))
        rank.host = telemetry::textOf(hello->host);
    if (const auto* bye = std::get_if<telemetry::Bye>(&frame.body)) {
        if (!rank.bye)
            m_byes.push_back(static_cast<int>(frame.header.rank));
        rank.bye = *bye;
        rank.dropped = bye->dropped;
    }
}

std::vector<int> RunReading::ranksWithoutBye() const
{
    std::vector<int> ranks;
    for (const auto& [number, rank] : m_ranks)
        if (!rank.bye)
            ranks.push_back(static_cast<int>(number));
    return ranks;
}

void RunReading::addWarnings(std::uint32_t rank, const std::vector<telemetry::LogLine>& lines)
{
    for (const telemetry::LogLine& line : lines)
        if (line.level == telemetry::LogLevel::Warning && m_warnings.size() < kMostWarnings)
            m_warnings.push_back(line.text.starts_with("rank ")
                                     ? line.text
                                     : "rank " + std::to_string(rank) + ": " + line.text);
}

std::span<const std::string> RunReading::takeWarnings()
{
    const std::size_t from = std::exchange(m_warningsTaken, m_warnings.size());
    return std::span(m_warnings).subspan(from);
}

void RunReading::close() { m_assembler.close(); }

std::vector<StepReport> RunReading::takeFinished()
{
    std::vector<StepReport> reports;
    for (const measured::Step& step : m_assembler.takeFinished())
        reports.push_back(reportOf(step));
    return reports;
}

TelemetryReport RunReading::telemetry() const
{
    TelemetryReport report;
    for (const auto& [number, rank] : m_ranks) {
        report.sent += rank.bye ? rank.bye->sent : rank.received;
        report.logged += rank.received;
        report.dropped += rank.dropped;
    }
    report.gaps = m_gaps.gaps();
    return report;
}

std::optional<telemetry::SpanRecord> RunReading::lastOp(int rank) const
{
    const auto found = m_ranks.find(static_cast<std::uint32_t>(rank));
    return found == m_ranks.end() ? std::nullopt : found->second.lastOp;
}

std::string RunReading::outcomeByWords() const
{
    for (const int number : m_byes) {
        const auto& bye = m_ranks.at(static_cast<std::uint32_t>(number)).bye;
        if (bye->reason == telemetry::ByeReason::Failed)
            return "failed: rank " + std::to_string(number) + ": "
                + std::string(telemetry::textOf(bye->text));
    }
    return m_byes.size() == m_ranks.size() ? "recording read"
                                           : "recording read; how the run ended is not in it";
}

const std::string& RunReading::hostOf(int rank) const
{
    static const std::string kUnknown; // for the reference that is returned
    const auto found = m_ranks.find(static_cast<std::uint32_t>(rank));
    return found == m_ranks.end() ? kUnknown : found->second.host;
}

} // namespace launch
