// Where the user wants the report: a file, or stdout.

#pragma once

#include "engine/plan/result.h"

#include <string>
#include <string_view>

namespace launch {

// Whether `out` can be written, as far as that can be known before: so that a run does not
// end without its report. "" and "-" always can.
plan::Outcome checkReportFile(const std::string& out);

// Writes `text` to `out`: "" is nowhere, "-" is stdout, a plain or new file is replaced in
// one move, anything else (a pipe, /dev/null) is written to.
plan::Outcome writeReport(const std::string& out, std::string_view text);

} // namespace launch
