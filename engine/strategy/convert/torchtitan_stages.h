// How torchtitan divides layers into stages. Internal to this folder.
//
// A file of torchtitan states at most how many layers a stage has; the number of stages follows,
// and it must divide over the ranks as the schedule wants it.

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
    int layers = 0;         // of the model
    int ranks = 1;          // of the pipeline
    int layersPerStage = 0; // 0: not given
    int lessFirst = 0;      // layers that the first stage has less, for the embedding
    int lessLast = 0;       // likewise the last one, for the output
    bool oneStage = true;   // hasOneTitanStage(); else a rank has two or more
};

// Layers of each stage in stage order: as even as can be once the two ends count for that much
// more, what is left over going to the first ones. Fails with the second half of a sentence, whose
// first is the key that says so, where the stages do not fit the ranks or the schedule, or one
// would have no layer.
plan::Result<std::vector<int>> titanStages(const TitanDivision& division);

} // namespace strategy
