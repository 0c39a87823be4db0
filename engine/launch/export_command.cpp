#include "engine/launch/export_command.h"

#include "engine/launch/file_descriptor.h"
#include "engine/launch/find_run.h"
#include "engine/launch/progress.h"
#include "telemetry/log_reader.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <fmt/format.h>

namespace launch {

namespace {

std::string_view kindText(telemetry::SpanKind kind)
{
    constexpr std::string_view kNames[]
        = {"forward", "backward",   "input gradient", "weight gradient", "send",
           "receive", "collective", "optimizer",      "recomputation"};
    const auto index = static_cast<std::size_t>(kind);
    return index < std::size(kNames) ? kNames[index] : "op";
}

struct StreamCloser {
    void operator()(std::FILE* stream) const
    {
        if (stream != stdout)
            std::fclose(stream);
    }
};
using Stream = std::unique_ptr<std::FILE, StreamCloser>;

bool put(std::FILE* stream, const std::string& text)
{
    return std::fwrite(text.data(), 1, text.size(), stream) == text.size();
}

bool putChunk(std::FILE* stream, SpanText& text, const std::vector<telemetry::ByteView>& chunk)
{
    for (const telemetry::ByteView bytes : chunk) {
        const auto decoded = telemetry::decode(bytes);
        const auto* frame = std::get_if<telemetry::Frame>(&decoded);
        const auto* spans = frame == nullptr
                                ? nullptr
                                : std::get_if<std::vector<telemetry::SpanRecord>>(&frame->body);
        if (spans == nullptr)
            continue;
        for (const telemetry::SpanRecord& span : *spans) {
            if (!put(stream, text.span(frame->header.rank, span)))
                return false;
        }
    }
    return true;
}

bool putAll(std::FILE* stream, SpanText& text, telemetry::LogReader& log)
{
    log.finish();
    bool good = put(stream, text.begin());
    while (good && !log.atEnd())
        good = putChunk(stream, text, log.nextChunk());
    return good && put(stream, text.end()) && std::fflush(stream) == 0;
}

ExitCode refuse(const std::string& sentence, ExitCode code)
{
    sayToStderr(sentence);
    return code;
}

} // namespace

std::string SpanText::begin() const
{
    return m_format == ExportFormat::Csv
               ? "rank,step,kind,stage,microbatch,start_ns,end_ns,lateness_ns,bytes\n"
               : "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n";
}

std::string SpanText::span(std::uint32_t rank, const telemetry::SpanRecord& record)
{
    const std::int64_t origin = m_origin.value_or(record.startNs);
    m_origin = origin;
    const std::int64_t start = record.startNs - origin;
    const std::int64_t end = record.endNs - origin;
    if (m_format == ExportFormat::Csv)
        return fmt::format("{},{},{},{},{},{},{},{},{}\n", rank, record.step, kindText(record.kind),
                           record.stage, record.microbatch, start, end, record.latenessNs,
                           record.bytes);
    const bool first = std::exchange(m_first, false);
    return fmt::format("{}{{\"name\":\"{} {}\",\"cat\":\"{}\",\"ph\":\"X\",\"pid\":0,\"tid\":{},"
                       "\"ts\":{:.3f},\"dur\":{:.3f},\"args\":{{\"step\":{},\"stage\":{},"
                       "\"microbatch\":{}}}}}",
                       first ? "" : ",\n", kindText(record.kind), record.microbatch,
                       kindText(record.kind), rank, static_cast<double>(start) * 1e-3,
                       static_cast<double>(end - start) * 1e-3, record.step, record.stage,
                       record.microbatch);
}

std::string SpanText::end() const { return m_format == ExportFormat::Csv ? "" : "\n]}\n"; }

ExitCode exportRun(const ExportRequest& request, const Places& places)
{
    const auto recording = findRecording(places, request.run);
    if (!recording)
        return refuse(recording.error().message, ExitCode::BadInput);
    auto log = telemetry::LogReader::open(recording->events.string());
    if (!log)
        return refuse(log.error().message, ExitCode::BadInput);

    const bool toStdout = request.output.empty() || request.output == "-";
    const Stream stream(toStdout ? stdout : std::fopen(request.output.c_str(), "wxe"));
    if (!stream)
        return refuse(request.output + ": cannot be made: " + std::strerror(errno),
                      ExitCode::BadInput);
    SpanText text(request.format);
    if (!putAll(stream.get(), text, *log)) {
        const int error = errno;
        if (!toStdout)
            unlink(request.output.c_str());
        return refuse(std::string("the export cannot be written: ") + std::strerror(error),
                      ExitCode::WorkFailed);
    }
    if (log->lostBytes() > 0)
        sayToStderr(fmt::format("{} bytes of the recording were damaged and are left out",
                                log->lostBytes()));
    return ExitCode::Good;
}

} // namespace launch
