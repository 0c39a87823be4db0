// The tables that the program carries, row by row. Internal to this folder.

#pragma once

#include "engine/strategy/estimate/run_row.h"

#include <string_view>
#include <vector>

namespace strategy {

// Of the embedded table of that name; without rows where there is none.
std::vector<RunRow> embeddedTable(std::string_view name);

} // namespace strategy
