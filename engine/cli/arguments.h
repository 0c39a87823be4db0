// Words of the command line, read strictly.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/result.h"

#include <string>

namespace cli {

// Decimal digits only, 1 or more; the error names `flag`.
plan::Result<int> positiveInteger(const std::string& flag, const std::string& word);

// Microseconds with up to three digits after the point; the error names `flag`.
plan::Result<plan::Nanoseconds> microseconds(const std::string& flag, const std::string& word);

} // namespace cli
