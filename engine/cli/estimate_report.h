// An estimate as text and as JSON. Internal to this folder.

#pragma once

#include "engine/strategy/estimate/estimate.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace cli {

std::string estimateTable(const strategy::Strategy& strategy, const strategy::Estimate& estimate);
std::string estimateJson(const strategy::Estimate& estimate);
nlohmann::ordered_json estimateAsJson(const strategy::Estimate& estimate);

} // namespace cli
