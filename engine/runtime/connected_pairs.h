// Which ranks exchange messages, for connecting them before the first step.

#pragma once

#include "engine/plan/program.h"

#include <utility>
#include <vector>

namespace engine {

// The pairs (lower rank, higher rank) that the programs of a pipeline connect, each
// once, in rising order.
std::vector<std::pair<int, int>> connectedPairs(const std::vector<plan::Program>& programs);

} // namespace engine
