// The options with which commands take costs. The words go to the flags as they are typed;
// costsFrom() reads them once the shape is known. What they are written to must outlive the
// parsing.

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
