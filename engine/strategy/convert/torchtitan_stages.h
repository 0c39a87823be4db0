// How torchtitan divides layers into stages. Internal to this folder.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/result.h"

#include <vector>

namespace strategy {

// Whether a rank has one stage under the schedule, else two unless layers say otherwise.
inline bool hasOneTitanStage(const plan::CatalogEntry& schedule)
{
    return schedule.defaultChunks == 1;
}

struct TitanDivision {
    int layers = 0;
    int ranks = 1;
    int layersPerStage = 0; // 0: not given
    int lessFirst = 0;      // layers that the first stage has less, for the embedding
    int lessLast = 0;
    bool oneStage = true;
};

// Layers of each stage in stage order: as even as can be once the two ends count for that much
// more, what is left over going to the first ones.
plan::Result<std::vector<int>> titanStages(const TitanDivision& division);

} // namespace strategy
