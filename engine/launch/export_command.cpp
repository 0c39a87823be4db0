#include "engine/launch/export_command.h"

#include "engine/launch/find_run.h"
#include "engine/launch/progress.h"
#include "engine/launch/recording_check.h"
#include "engine/launch/span_words.h"
#include "engine/options/values.h"
#include "engine/plan/printable.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>

namespace launch {

namespace {

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
    const std::string shown = stream == stdout ? plan::printable(text) : text;
    return std::fwrite(shown.data(), 1, shown.size(), stream) == shown.size();
}

// Hands every frame of the recording to `take` until that says false; false then.
template <class Take>
bool readFrames(telemetry::RecordingReader& recording, Take take)
{
    recording.finish();
    while (!recording.atEnd()) {
        for (const auto& read : recording.nextChunk())
            if (!take(read.frame))
                return false;
    }
    return true;
}

template <class Text>
bool putRecords(std::FILE* stream, Text& text, const telemetry::Frame& frame)
{
    const auto rank = frame.header.rank;
    if (const auto* spans = std::get_if<std::vector<telemetry::SpanRecord>>(&frame.body))
        return std::all_of(spans->begin(), spans->end(),
                           [&](const auto& span) { return put(stream, text.span(rank, span)); });
    if (const auto* samples = std::get_if<std::vector<telemetry::DeviceSample>>(&frame.body))
        return std::all_of(samples->begin(), samples->end(), [&](const auto& sample) {
            return put(stream, text.sample(rank, sample));
        });
    if (const auto* kernels = std::get_if<std::vector<telemetry::KernelRecord>>(&frame.body))
        return std::all_of(kernels->begin(), kernels->end(), [&](const auto& kernel) {
            return put(stream, text.kernel(rank, frame.header.epoch, kernel));
        });
    return true;
}

template <class Text>
bool putAll(std::FILE* stream, Text& text, telemetry::RecordingReader& recording,
            RunReading& reading)
{
    const bool written = put(stream, text.begin())
        && readFrames(recording,
                      [&](const telemetry::Frame& frame) {
                          reading.add(frame);
                          reading.takeFinished(); // only what is wrong matters
                          return putRecords(stream, text, frame);
                      })
        && put(stream, text.end()) && std::fflush(stream) == 0;
    reading.close();
    return written;
}

plan::Result<SpanSurvey> surveyOf(const std::string& events)
{
    auto recording = telemetry::RecordingReader::open(events);
    if (!recording)
        return plan::Error{recording.error().message};
    SpanSurvey survey;
    readFrames(*recording, [&survey](const telemetry::Frame& frame) {
        survey.add(frame);
        return true;
    });
    return survey;
}

bool putFormat(ExportFormat format, std::FILE* stream, const SpanSurvey& survey,
               const std::string& name, telemetry::RecordingReader& recording, RunReading& reading)
{
    if (format == ExportFormat::Csv) {
        CsvSpans text(survey);
        return putAll(stream, text, recording, reading);
    }
    if (format == ExportFormat::Counters) {
        CsvCounters text(survey);
        return putAll(stream, text, recording, reading);
    }
    if (format == ExportFormat::Kernels) {
        CsvKernels text(survey);
        return putAll(stream, text, recording, reading);
    }
    ChromeSpans text(survey, name);
    return putAll(stream, text, recording, reading);
}

} // namespace

std::string CsvSpans::begin() const
{
    return "rank,step,kind,stage,microbatch,start_ns,end_ns,lateness_ns,bytes\n";
}

std::string CsvSpans::span(std::uint32_t rank, const telemetry::SpanRecord& record)
{
    const std::int64_t start = m_survey.onSharedClock(rank, record.startNs);
    const std::int64_t end = m_survey.onSharedClock(rank, record.endNs);
    // Counted from the first span: nanoseconds since the boot of a machine lose their digits in a
    // spreadsheet.
    const std::int64_t origin = m_origin.value_or(start);
    m_origin = origin;
    return fmt::format("{},{},{},{},{},{},{},{},{}\n", rank, record.step, wordOf(record.kind),
                       record.stage, record.microbatch, start - origin, end - origin,
                       record.latenessNs, record.bytes);
}

std::string CsvCounters::begin()
{
    return "rank,time_ns,memory_used_bytes,memory_total_bytes,gpu_percent,memory_percent,power_mw,"
           "power_limit_mw,sm_clock_mhz,memory_clock_mhz,temperature_c,throttle,ecc_uncorrected\n";
}

std::string CsvCounters::sample(std::uint32_t rank, const telemetry::DeviceSample& record) const
{
    const auto known = [](auto value, auto unknown) {
        return value == unknown ? std::string() : std::to_string(value);
    };
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", rank,
                       m_survey.onSharedClock(rank, record.timeNs) - m_survey.origin(),
                       known(record.memoryUsedBytes, telemetry::kUnknown64),
                       known(record.memoryTotalBytes, telemetry::kUnknown64),
                       known(record.gpuPercent, telemetry::kUnknown8),
                       known(record.memoryPercent, telemetry::kUnknown8),
                       known(record.powerMilliwatts, telemetry::kUnknown32),
                       known(record.powerLimitMilliwatts, telemetry::kUnknown32),
                       known(record.smMegahertz, telemetry::kUnknown16),
                       known(record.memoryMegahertz, telemetry::kUnknown16),
                       known(record.celsius, telemetry::kUnknown8),
                       known(record.throttle, telemetry::kThrottleUnknown),
                       known(record.eccUncorrected, telemetry::kUnknown32));
}

std::string CsvKernels::begin()
{
    return "rank,step,op,lane,stream,start_ns,end_ns,bytes,kernel\n";
}

std::string CsvKernels::kernel(std::uint32_t rank, std::uint32_t epoch,
                               const telemetry::KernelRecord& record) const
{
    // Names of templates have commas; a quote within quotes is written twice.
    std::string name;
    for (const char each : m_survey.kernelNames().nameOf(rank, epoch, record.name))
        name.append(each == '"' ? 2 : 1, each);
    return fmt::format("{},{},{},{},{},{},{},{},\"{}\"\n", rank, record.step,
                       measured::queuedByText(record), measured::wordOf(record.lane), record.stream,
                       m_survey.onSharedClock(rank, record.startNs) - m_survey.origin(),
                       m_survey.onSharedClock(rank, record.endNs) - m_survey.origin(), record.bytes,
                       name);
}

ExitCode exportRun(const ExportRequest& request, const Places& places)
{
    const auto recording = findRecording(places, request.run);
    if (!recording)
        return refuse(recording.error().message, ExitCode::BadInput);
    auto reader = telemetry::RecordingReader::open(recording->events.string());
    if (!reader)
        return refuse(reader.error().message, ExitCode::BadInput);

    // A first reading finds out how the ranks' clocks stand and what rows there are.
    const auto survey = surveyOf(recording->events.string());
    if (!survey)
        return refuse(survey.error().message, ExitCode::BadInput);

    // Opened last, so that a recording that cannot be read leaves no empty file behind.
    const bool toStdout = request.output.empty() || request.output == "-";
    const Stream stream(toStdout ? stdout : std::fopen(request.output.c_str(), "wxe"));
    if (!stream)
        return refuse(request.output + ": cannot be made: " + std::strerror(errno),
                      ExitCode::BadInput);
    const std::string name = recording->record ? recording->record->run : "recording";
    RunReading reading;
    if (!putFormat(request.format, stream.get(), *survey, name, *reader, reading)) {
        const int error = errno;
        if (!toStdout)
            unlink(request.output.c_str());
        return refuse(std::string("the export cannot be written: ") + std::strerror(error),
                      ExitCode::WorkFailed);
    }
    if (survey->kernelsDropped() > 0 && request.format != ExportFormat::Counters)
        sayToStderr(fmt::format("{} records of kernels are missing: the tracing of the devices had "
                                "no room for them",
                                survey->kernelsDropped()));
    return tellDamage(*recording, *reader, reading, true);
}

void addExportCommand(Commands& commands)
{
    const auto request = std::make_shared<ExportRequest>();
    CLI::App& command = addCommand(commands, "export", "exports a recording for other programs",
                                   request, exportRun);
    addRun(command, request->run, "the run, or the path of its recording");
    options::addChoice<ExportFormat>(command, "--format", "FORMAT", request->format,
                                     {{"chrome", ExportFormat::Chrome},
                                      {"csv", ExportFormat::Csv},
                                      {"counters", ExportFormat::Counters},
                                      {"kernels", ExportFormat::Kernels}},
                                     "chrome: a trace for Perfetto; csv: one line per span; "
                                     "counters: one line per sample of a device; kernels: one "
                                     "line per kernel of a run with --deep")
        ->required();
    options::addText(command, "-o", "OUT", request->output,
                     "new file to write to (default: stdout)");
}

} // namespace launch
