// What a table of runs leaves unsaid and the families' sources say: which software ran, and so
// how attention and loss are computed, what overlaps, and which machine it was. Internal to
// this folder.

#pragma once

#include "engine/strategy/estimate/run_row.h"
#include "engine/strategy/strategy.h"

#include <string>
#include <vector>

namespace strategy {

// A name of resources/hardware for the row's "gpu"; empty for one that is not known.
std::string deviceOf(const RunRow& row);

// The sizes of a model that a row names instead of listing them; nothing for an unknown one.
std::optional<Model> modelByName(std::string_view family, std::string_view name);

// Puts the conventions of the row's family into the strategy, and says them. A family that is
// not known is taken for one of today's software: fused attention, overlapped reductions.
void applyConventions(const RunRow& row, Strategy& strategy, std::vector<std::string>& said);

} // namespace strategy
