// What one rank needs to know of a strategy to train its part of it.

#pragma once

#include "engine/plan/layers.h"
#include "engine/runtime/pipeline_setup.h"
#include "engine/runtime/training/dims.h"
#include "engine/runtime/training/grid.h"
#include "engine/runtime/training/reruns.h"

namespace training {

struct TrainingSetup {
    strategy::Strategy strategy;
    Dims dims;
    Grid grid;
    Place place;
    plan::LayerSplit split;
    engine::PipelineSetup pipeline; // of this rank's place in its pipeline
    RerunPlaces reruns;             // where the strategy asks for the check

    // Samples, and tokens, of one step over all replicas; the latter as a double, because losses
    // and gradients are divided by it.
    int globalBatch() const;
    double tokensOfStep() const;
    // That this rank has on devices that move data themselves: one for each of its groups of
    // several ranks, and one for each direction between it and a neighbour in its pipeline.
    int communicators() const;
};

// Fails if the strategy cannot be trained, or has not `ranks` ranks.
//
// Precondition: 0 <= rank < ranks.
plan::Result<TrainingSetup> setUpTraining(const strategy::Strategy& strategy, int rank, int ranks);

// The same run with another schedule from here on. Fails where that would move a stage to
// another rank, or cut the batch differently.
plan::Result<TrainingSetup> withSchedule(const TrainingSetup& setup, const std::string& schedule);

} // namespace training
