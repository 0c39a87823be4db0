// How the ranks of a run are arranged: Megatron's order, tensor fastest, then context, data
// and pipeline. rank = tensor + T * (context + C * (data + D * pipeline)).

#pragma once

#include "engine/strategy/strategy.h"

#include <vector>

namespace training {

struct Grid {
    int tensor = 1;
    int context = 1;
    int data = 1;
    int pipeline = 1;
    int expert = 1; // divides context * data

    int replicas() const { return tensor * context * data; } // that share a pipeline rank's place
    int ranks() const { return replicas() * pipeline; }
};

// Where one rank stands.
struct Place {
    int tensor = 0;
    int context = 0;
    int data = 0;
    int pipeline = 0;

    bool operator==(const Place&) const = default;
};

Grid gridOf(const strategy::Strategy& strategy);
Place placeOf(const Grid& grid, int rank);
int rankAt(const Grid& grid, const Place& place);
std::vector<int> allRanks(const Grid& grid); // in their order

// The members of each group that `place` is in, as ranks of the run, in the group's order.
std::vector<int> tensorGroup(const Grid& grid, Place place);
std::vector<int> contextGroup(const Grid& grid, Place place);
// All that hold the same weights: over data and context, context faster.
std::vector<int> dataGroup(const Grid& grid, Place place);
// Those of the data group that share the experts of a layer: `expert` neighbours.
std::vector<int> expertGroup(const Grid& grid, Place place);
// Those of the data group that hold the same experts.
std::vector<int> expertDataGroup(const Grid& grid, Place place);
// This place's own on each of the pipeline ranks.
std::vector<int> acrossPipeline(const Grid& grid, Place place,
                                const std::vector<int>& pipelineRanks);

} // namespace training
