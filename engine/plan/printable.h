// Words from outside (file names, recordings, run.json) on their way to a terminal.

#pragma once

#include <string>
#include <string_view>

namespace plan {

// `text` with everything visible that would act on a terminal instead of being shown: control
// characters but tab and line end, be it that of a CSV (\r\n), bidirectional marks and overrides,
// and line separators as \uXXXX, bytes that are no UTF-8 as \xXX. JSON text stays JSON and means
// the same.
std::string printable(std::string_view text);

} // namespace plan
