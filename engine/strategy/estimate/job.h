// A strategy as the cost model takes it.

#pragma once

#include "engine/plan/cost/job.h"
#include "engine/plan/layers.h"
#include "engine/strategy/strategy.h"

namespace strategy {

// Every size that the document leaves to a default, filled in.
plan::Transformer transformerOf(const Model& model);

// Precondition of both: the strategy has a model, and check() accepts it.
plan::Job jobOf(const Strategy& strategy);

// The job with its schedule and its layers on it; fails as scheduleOf() and layerSplitOf().
struct PlannedJob {
    plan::Job job;
    plan::Schedule schedule;
    plan::LayerSplit split;
};
plan::Result<PlannedJob> planJob(const Strategy& strategy, const plan::StopAsked& stop = {});

} // namespace strategy
