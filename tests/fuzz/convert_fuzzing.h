// What every import must hold to, whatever the bytes.

#pragma once

#include "engine/strategy/convert/format.h"
#include "engine/strategy/field_access.h"

#include <algorithm>
#include <cstdlib>

namespace strategy {

// A strategy or problems, never both; and what was read comes back from the same format with the
// same meaning, or the export says that it does not.
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
    const bool same = again.strategy && resolved(*again.strategy) == resolved(*read.strategy);
    const bool said
        = std::any_of(written.remarks.begin(), written.remarks.end(), [](const Remark& remark) {
              return remark.kind == Remark::Kind::NotExpressible;
          });
    if (!same && !said)
        std::abort();
}

} // namespace strategy
