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

// Text of an export, piece by piece: begin(), a span at a time, end().
class SpanText {
public:
    // Times count from the first span's start.
    explicit SpanText(ExportFormat format)
        : m_format(format)
    {
    }

    std::string begin() const;
    // CSV: rank,step,kind,stage,microbatch,start_ns,end_ns,lateness_ns,bytes.
    // Chrome: complete events ("ph":"X"), microseconds, one process, one thread a rank.
    std::string span(std::uint32_t rank, const telemetry::SpanRecord& record);
    std::string end() const;

private:
    ExportFormat m_format;
    std::optional<std::int64_t> m_origin;
    bool m_first = true;
};

} // namespace launch
