// The parameters one device holds of a pipeline stage.

#pragma once

#include "engine/plan/cost/job.h"
#include "engine/plan/layers.h"

namespace plan {

// Numbers on one device; not whole ones where a cut does not divide.
struct HeldParameters {
    double dense = 0;        // whose copies are on all data and context ranks
    double experts = 0;      // whose copies are on fewer, see RankGrid::expertCopies()
    double largestLayer = 0; // of both; what ZeRO-3 gathers at once

    double total() const { return dense + experts; }
    HeldParameters& operator+=(const HeldParameters& other);
};

// Layers of the model that have experts, of `count` from `first` on.
int expertLayersOf(const Transformer& model, long long first, int count);

// `first`: index of the stage's first layer in the model. A matrix that embedding and loss
// share stands on both stages where they are two, on one device once.
HeldParameters parametersOfStage(const Job& job, const StageLayers& stage, long long first);

} // namespace plan
