// A strategy's job for the cost model, together with the schedule it is run by.
//
// Memory needs all three parts, and they must agree: the split has the schedule's stages, and the
// job's microbatches are the schedule's, which a custom schedule's file decides.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/cost/step_memory.h"
#include "engine/plan/layers.h"
#include "engine/strategy/cost_job.h"

namespace strategy {

struct PlannedJob {
    plan::Job job;
    plan::Schedule schedule;
    plan::LayerSplit split; // of the model's layers over the schedule's stages
};

// Fails as layerSplitOf().
//
// Precondition: the strategy has a model, check() accepts it, and the schedule is one of it.
plan::Result<PlannedJob> planJob(const Strategy& strategy, plan::Schedule schedule);

// Fails as scheduleOf() and layerSplitOf(). `stop`: as of makeSchedule().
//
// Precondition: the strategy has a model, and check() accepts it.
plan::Result<PlannedJob> planJob(const Strategy& strategy, const plan::StopAsked& stop = {});

// What each pipeline rank holds over a step: the one number of a strategy's memory.
std::vector<plan::RankMemory> memoryOf(const PlannedJob& planned);

} // namespace strategy
