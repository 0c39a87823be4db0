// What a measured pipeline shows, iteration by iteration.

#pragma once

#include "engine/measured/iteration_fit.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace cli {

std::string iterationTable(const std::vector<measured::IterationFit>& fits);

// A JSON list.
nlohmann::ordered_json iterationsJson(const std::vector<measured::IterationFit>& fits);

} // namespace cli
