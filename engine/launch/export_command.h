// bubblescope-run export: a recording in formats that other programs read.
//
// Memory is that of one chunk of the log and of what a SpanSurvey holds: a recording
// may be far larger than the memory there is.

#pragma once

#include "engine/launch/chrome_spans.h"
#include "engine/launch/command_line.h"
#include "telemetry/codec.h"

#include <cstdint>
#include <optional>
#include <string>

namespace launch {

// Chrome: the JSON that Perfetto and chrome://tracing open, see chrome_spans.h. Csv: a line per
// span, for spreadsheets and scripts. Counters: a line per sample of a rank's device, likewise.
// Kernels: a line per kernel of a run that looked at them.
enum class ExportFormat { Chrome, Csv, Counters, Kernels };

struct ExportRequest {
    std::string run; // or a path
    ExportFormat format = ExportFormat::Chrome;
    std::string output; // a new file; empty or "-": stdout
};

// Writes the recording and says on stderr what is damaged in it. BadInput where there is no such
// recording or the output cannot be made; an output that exists already is never overwritten.
// WorkFailed where it cannot be written to its end, or where the recording is damaged.
ExitCode exportRun(const ExportRequest& request, const Places& places);

void addExportCommand(Commands& commands);

// A recording as CSV, piece by piece: begin(), a span at a time, end(). Columns:
// rank,step,kind,stage,microbatch,start_ns,end_ns,lateness_ns,bytes. Times are nanoseconds on the
// clock of rank 0, as in a Chrome trace, and count from the start of the first span given; one that
// was given later but began earlier has a negative start.
class CsvSpans {
public:
    // `survey` has seen the whole recording and outlives this.
    explicit CsvSpans(const SpanSurvey& survey)
        : m_survey(survey)
    {
    }

    std::string begin() const;
    std::string span(std::uint32_t rank, const telemetry::SpanRecord& record);
    // Samples are in a table of their own, CsvCounters.
    static std::string sample(std::uint32_t, const telemetry::DeviceSample&) { return {}; }
    // So are kernels, CsvKernels.
    static std::string kernel(std::uint32_t, std::uint32_t, const telemetry::KernelRecord&)
    {
        return {};
    }
    std::string end() const { return {}; }

private:
    const SpanSurvey& m_survey;
    std::optional<std::int64_t> m_origin;
};

// What the devices of a recording counted, in the same way. Columns:
// rank,time_ns,memory_used_bytes,memory_total_bytes,gpu_percent,memory_percent,power_mw,
// power_limit_mw,sm_clock_mhz,memory_clock_mhz,temperature_c,throttle,ecc_uncorrected. A value that
// is not known is empty; times count from the start of the recording's first span, on the clock of
// rank 0, and are negative before it; throttle has the bits of telemetry::Throttle.
class CsvCounters {
public:
    // `survey` has seen the whole recording and outlives this.
    explicit CsvCounters(const SpanSurvey& survey)
        : m_survey(survey)
    {
    }

    static std::string begin();
    static std::string span(std::uint32_t, const telemetry::SpanRecord&) { return {}; }
    std::string sample(std::uint32_t rank, const telemetry::DeviceSample& record) const;
    static std::string kernel(std::uint32_t, std::uint32_t, const telemetry::KernelRecord&)
    {
        return {};
    }
    static std::string end() { return {}; }

private:
    const SpanSurvey& m_survey;
};

// The kernels, copies and fills of a recording, in the same way. Columns:
// rank,step,op,lane,stream,start_ns,end_ns,bytes,kernel. Times are as in CsvCounters; the op is as
// measured::queuedByText() has it; the kernel's name is whole, and in quotes.
class CsvKernels {
public:
    // `survey` has seen the whole recording and outlives this.
    explicit CsvKernels(const SpanSurvey& survey)
        : m_survey(survey)
    {
    }

    static std::string begin();
    static std::string span(std::uint32_t, const telemetry::SpanRecord&) { return {}; }
    static std::string sample(std::uint32_t, const telemetry::DeviceSample&) { return {}; }
    std::string kernel(std::uint32_t rank, std::uint32_t epoch,
                       const telemetry::KernelRecord& record) const;
    static std::string end() { return {}; }

private:
    const SpanSurvey& m_survey;
};

} // namespace launch
