// Where the stages of a strategy stand, as text and as JSON. Internal to this folder.

#pragma once

#include "engine/strategy/node_placement.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace cli {

// For people: a line for each stretch of stages on the same nodes, then hops and groups.
std::string placementTable(const strategy::NodePlacement& nodes, const plan::Placement& placement);

// {"text", "nodes", "hops", "hops_between_nodes", "stages": [{"first", "last", "on", "nodes"}],
//  "groups": [{"group", "size", "nodes"}]}.
nlohmann::ordered_json placementJson(const strategy::NodePlacement& nodes,
                                     const plan::Placement& placement);

} // namespace cli
