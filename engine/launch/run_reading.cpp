#include "engine/launch/run_reading.h"

#include "engine/strategy/gpu_share.h"

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
    m_devices.add(frame);
    takeDevices();
    m_kernels.add(frame);
    m_memory.add(frame);
    Rank& rank = m_ranks[frame.header.rank];
    rank.received += telemetry::countedRecords(frame.header);
    if (const auto* marks = std::get_if<std::vector<telemetry::StepMark>>(&frame.body)) {
        // It goes on.
        addWarning(frame.header.rank, std::exchange(rank.error, {}));
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
        addLines(frame.header.rank, rank, *lines);
    if (const auto* hello = std::get_if<telemetry::Hello>(&frame.body))
        rank.host = telemetry::textOf(hello->host);
    if (const auto* bye = std::get_if<telemetry::Bye>(&frame.body)) {
        if (!rank.bye)
            m_byes.push_back(static_cast<int>(frame.header.rank));
        rank.bye = *bye;
        // Its last words, as far as they found room.
        if (bye->reason == telemetry::ByeReason::Finished
            || !rank.error.starts_with(telemetry::textOf(bye->text)))
            addWarning(frame.header.rank, std::exchange(rank.error, {}));
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

void RunReading::addLines(std::uint32_t number, Rank& rank,
                          const std::vector<telemetry::LogLine>& lines)
{
    for (const telemetry::LogLine& line : lines) {
        if (line.level == telemetry::LogLevel::Warning)
            addWarning(number, line.text);
        if (line.level != telemetry::LogLevel::Error)
            continue;
        addWarning(number, std::exchange(rank.error, line.text));
    }
}

void RunReading::addWarning(std::uint32_t number, const std::string& text)
{
    if (!text.empty() && m_warnings.size() < kMostWarnings)
        m_warnings.push_back(
            text.starts_with("rank ") ? text : "rank " + std::to_string(number) + ": " + text);
}

void RunReading::tell(Report& report) const
{
    report.warnings = m_warnings;
    report.devices = devices();
    report.kernels = kernels();
    report.memory = memory();
}

std::span<const std::string> RunReading::takeWarnings()
{
    const std::size_t from = std::exchange(m_warningsTaken, m_warnings.size());
    return std::span(m_warnings).subspan(from);
}

void RunReading::close()
{
    m_assembler.close();
    m_devices.close();
    takeDevices();
    m_kernels.close();
}

void RunReading::takeDevices()
{
    for (const measured::DeviceStep& step : m_devices.takeFinished())
        m_deviceSteps[step.step] = devicesIn(step);
}

DeviceReport RunReading::devices() const
{
    DeviceReport report{.ranks = {}, .steps = m_deviceSteps};
    for (const auto& [rank, info] : m_devices.infos())
        report.ranks[rank] = deviceOf(info);
    for (const auto& [rank, use] : m_devices.uses())
        report.ranks[rank].use = use;
    return report;
}

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
            return "failed: rank " + std::to_string(number) + ": " + failureOf(number);
    }
    return m_byes.size() == m_ranks.size() ? "recording read"
                                           : "recording read; how the run ended is not in it";
}

std::string RunReading::gpuOf(int rank) const
{
    const auto info = m_devices.infos().find(rank);
    return info == m_devices.infos().end() || info->second.place == 0
        ? std::string()
        : strategy::gpuInWords(info->second.place - 1, telemetry::textOf(info->second.name));
}

std::string RunReading::failureOf(int rank) const
{
    const auto found = m_ranks.find(static_cast<std::uint32_t>(rank));
    if (found == m_ranks.end() || !found->second.bye
        || found->second.bye->reason != telemetry::ByeReason::Failed)
        return {};
    const std::string& whole = found->second.error;
    return whole.empty() ? std::string(telemetry::textOf(found->second.bye->text)) : whole;
}

const std::string& RunReading::hostOf(int rank) const
{
    static const std::string kUnknown; // for the reference that is returned
    const auto found = m_ranks.find(static_cast<std::uint32_t>(rank));
    return found == m_ranks.end() ? kUnknown : found->second.host;
}

} // namespace launch
