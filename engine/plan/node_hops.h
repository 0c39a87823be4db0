// Which hops of a pipeline go from one node to another, and costs that say it.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/placement.h"

#include <vector>

namespace plan {

// The costs of a pipeline whose rank r stands in node `nodes[r]`; empty: nobody knows, or there is
// one. What they give of hops between nodes becomes a hop a place, where any is between nodes:
// those of a V's turn, which nothing crosses, included, as of a hop within a node.
//
// Precondition: `nodes` is empty or has an entry for every rank of the placement.
Costs onNodes(Costs costs, const Placement& placement, std::vector<int> nodes);

// Of both directions, where there are two: places between two stages of different ranks.
struct HopCount {
    int hops = 0;
    int betweenNodes = 0;

    bool operator==(const HopCount&) const = default;
};

// Precondition: likewise.
HopCount countHops(const Placement& placement, const std::vector<int>& nodes);

// [s]: whether the hop between stages s and s+1 goes from one node to another in that direction.
// Precondition: likewise.
std::vector<bool> hopsBetweenNodes(const Placement& placement, const std::vector<int>& nodes,
                                   int direction);

} // namespace plan
