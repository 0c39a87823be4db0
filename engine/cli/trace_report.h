// What a measured pipeline shows, iteration by iteration.

#pragma once

#include "engine/measured/iteration_fit.h"
#include "engine/measured/traced_run.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace cli {

// For people: a line an iteration with what was measured and what was simulated, and below them the
// errors of all.
std::string iterationTable(const std::vector<measured::IterationFit>& fits);

// A list, an object an iteration; times in microseconds, shares to six digits.
nlohmann::ordered_json iterationsJson(const std::vector<measured::IterationFit>& fits);

// For people: by how much the clocks of that step's ranks were moved, and how wrong that can be.
std::string clockTable(const measured::TracedRun& run, const measured::TracedStep& step);

// A list, an object a rank: what was added to its times, and what that can be wrong by; where its
// clock is known to drift, that too.
nlohmann::ordered_json clocksJson(const measured::TracedRun& run, const measured::TracedStep& step);

} // namespace cli
