// What a measured pipeline shows, iteration by iteration.

#pragma once

#include "engine/measured/iteration_fit.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace cli {

// A line an iteration, and the errors behind them.
std::string iterationTable(const std::vector<measured::IterationFit>& fits);

// A list, an object an iteration; times in microseconds, shares to six digits.
nlohmann::ordered_json iterationsJson(const std::vector<measured::IterationFit>& fits);

} // namespace cli
