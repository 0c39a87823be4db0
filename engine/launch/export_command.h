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
// span, for spreadsheets and scripts.
enum class ExportFormat { Chrome, Csv };

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
    std::string end() const { return {}; }

private:
    const SpanSurvey& m_survey;
    std::optional<std::int64_t> m_origin;
};

} // namespace launch
