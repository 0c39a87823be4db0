// The options with which commands take costs.

#pragma once

#include "engine/cli/cost_flags.h"

namespace CLI {
class App;
}

namespace cli {

// --costs-of; `otherwise`: what the command takes where it is not given.
void addCostsOf(CLI::App& command, std::string& costsOf, plan::CostBasis otherwise);

// That and the costs themselves.
void addCosts(CLI::App& command, CostFlags& flags, plan::CostBasis basis = plan::CostBasis::Stage);

} // namespace cli
