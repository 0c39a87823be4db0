// What every import must hold to, whatever the bytes.

#pragma once

#include "engine/strategy/convert/format.h"
#include "engine/strategy/yaml.h"

#include <cstdlib>

namespace strategy {

// A strategy or problems, never both; and what was read is written without loss in the same
// format, twice alike.
inline void fuzzFormat(const char* name, std::string_view text)
{
    const Format* format = findFormat(name);
    if (format == nullptr)
        std::abort();
    const ImportResult read = format->import({text, {}});
    if (read.strategy.has_value() != read.problems.empty())
        std::abort();
    if (!read.strategy)
        return;
    const ExportResult written = format->write(*read.strategy, read.kept);
    const ImportResult again = format->import({written.text, {}});
    if (!again.strategy || !(*again.strategy == *read.strategy))
        std::abort();
}

} // namespace strategy
