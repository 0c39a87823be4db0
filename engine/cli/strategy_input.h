// A strategy file as a command takes it.

#pragma once

#include "engine/cli/arguments.h"
#include "engine/plan/cost_basis.h"
#include "engine/strategy/strategy.h"

#include <optional>
#include <string>

namespace cli {

// Everything wrong with the file goes to stderr, one line a problem; then there is no
// strategy. Warnings go there too. `profile`: a file of efficiencies for its device, or "".
std::optional<strategy::Strategy> loadStrategy(const std::string& file,
                                               const std::string& profile = {});

// A warning on stderr where the strategy has both costs and a model, and the command goes by the
// model: the costs are those of one cut of it.
void sayCostsAreNotTaken(const std::string& file, const strategy::Strategy& strategy);

// strategy::takeCostsOf(), its sentence on stderr. False where the costs cannot be taken so.
bool takeCostsOf(const std::string& file, plan::CostBasis basis, strategy::Strategy& strategy);

// Tokens per second: digits, perhaps with a point and more digits; more than 0 and finite. The
// error names the flag.
plan::Result<double> throughput(const std::string& flag, const std::string& word);

} // namespace cli
