// What a measured pipeline shows, iteration by iteration.

#pragma once

#include "engine/measured/iteration_fit.h"

#include <string>
#include <vector>

namespace cli {

std::string iterationTable(const std::vector<measured::IterationFit>& fits);

// A JSON list.
std::string iterationsJson(const std::vector<measured::IterationFit>& fits);

} // namespace cli
