// A recording in formats that other programs read.

#pragma once

#include "engine/launch/command_line.h"
#include "telemetry/codec.h"

#include <cstdint>
#include <optional>
#include <string>

namespace launch {

enum class ExportFormat { Chrome, Csv };

struct ExportRequest {
    std::string run; // or a path
    ExportFormat format = ExportFormat::Chrome;
    std::string output; // a new file; empty or "-": stdout
};

ExitCode exportRun(const ExportRequest& request, const Places& places);

void addExportCommand(Commands& commands);

// A recording as CSV, piece by piece: begin(), a span at a time, end(). Columns:
// rank,step,kind,stage,microbatch,start_ns,end_ns,lateness_ns,bytes. Times count from the
// first span's start.
class CsvSpans {
public:
    std::string begin() const;
    std::string span(std::uint32_t rank, const telemetry::SpanRecord& record);
    std::string end() const { return {}; }

private:
    std::optional<std::int64_t> m_origin;
};

} // namespace launch
