// A recording in formats that other programs read.

#pragma once

#include "engine/launch/command_line.h"
#include "engine/launch/exit_code.h"
#include "engine/launch/places.h"
#include "telemetry/codec.h"

#include <cstdint>
#include <optional>
#include <string>

namespace launch {

ExitCode exportRun(const ExportRequest& request, const Places& places);

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
