// An estimate as text and as JSON. Internal to this folder.

#pragma once

#include "engine/plan/cost_basis.h"
#include "engine/strategy/estimate/estimate.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace cli {

// For people: several lines, the last with its line end. `basis`: what given costs were taken for.
// Memory in GiB for people, in bytes as JSON.
std::string estimateTable(const strategy::Strategy& strategy, const strategy::Estimate& estimate,
                          plan::CostBasis basis);
// For programs: one object, over lines, with the line end.
std::string estimateJson(const strategy::Strategy& strategy, const strategy::Estimate& estimate,
                         plan::CostBasis basis);
nlohmann::ordered_json estimateAsJson(const strategy::Strategy& strategy,
                                      const strategy::Estimate& estimate,
                                      plan::CostBasis basis = plan::CostBasis::Stage);

} // namespace cli
