// What a measured pipeline shows, iteration by iteration.

#pragma once

#include "engine/measured/iteration_fit.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace cli {

// For people: a line an iteration with what was measured and what was simulated, and below them the
// errors of all.
std::string iterationTable(const std::vector<measured::IterationFit>& fits);

// A list, an object an iteration; times in microseconds, shares to six digits.
nlohmann::ordered_json iterationsJson(const std::vector<measured::IterationFit>& fits);

} // namespace cli
