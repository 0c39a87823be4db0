// The costs of a step, for the simulator: what every stage's op takes on its device, what a
// hop takes, and what follows the last op.
//
// This is where the times of layers become those of stages: layers are added up, recomputation and
// the collectives of ZeRO are put in, and what communication is hidden by work is taken off.

#pragma once

#include "engine/plan/cost/job.h"
#include "engine/plan/cost/layer_time.h"
#include "engine/plan/costs.h"
#include "engine/plan/layers.h"
#include "engine/plan/schedule.h"

namespace plan {

// The parts a stage is made of. Jobs that differ only in schedule, pipeline layers,
// recomputation and ZeRO share them.
struct LayerCosts {
    explicit LayerCosts(const Job& job);

    LayerTime dense;
    LayerTime withExperts;
    LayerTime embedding;
    LayerTime loss;
    LayerTime mtp;
};

// One entry a stage, one hop between each two; the tail is that of the rank it takes longest.
// Precondition: the split has the shape's stages; the job's microbatches are the shape's.
Costs stepCosts(const Job& job, const Schedule& schedule, const LayerSplit& split);

// The same with the parts at hand; of the schedule only shape and placement are looked at.
Costs stepCosts(const Job& job, const Schedule& schedule, const LayerSplit& split,
                const LayerCosts& layers);

} // namespace plan
