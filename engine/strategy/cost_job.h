// A strategy as the cost model takes it.

#pragma once

#include "engine/plan/cost/job.h"
#include "engine/strategy/strategy.h"

namespace strategy {

// Every size that the document leaves to a default, filled in.
plan::Transformer transformerOf(const Model& model);

// How its sizes divide devices, which a strategy without a model has, too.
plan::Cut cutOf(const Strategy& strategy);

// Precondition: the strategy has a model, and check() accepts it.
plan::Job jobOf(const Strategy& strategy);

} // namespace strategy
