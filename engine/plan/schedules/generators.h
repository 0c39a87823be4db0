// The generators behind the catalogue. Each is a pure function of the shape.
//
// Precondition of all: checkConditions(name, shape, options) holds (catalog.h).

#pragma once

#include "engine/plan/catalog.h"

namespace plan {

// One microbatch after the other, forward and back, on one device at a time: model
// parallelism without a pipeline.
Result<Schedule> naive(const Shape& shape, const ScheduleOptions& options);

// All forwards, then all backwards (GPipe, arXiv 1811.06965).
Result<Schedule> gpipe(const Shape& shape, const ScheduleOptions& options);

// One forward, one backward (PipeDream-Flush, arXiv 2006.09503). Rank r keeps at
// most min(ranks - r, microbatches) pairs in flight.
Result<Schedule> oneFOneB(const Shape& shape, const ScheduleOptions& options);

// Interleaved 1F1B (arXiv 2104.04473, section 2.2): chunks are dealt round-robin,
// and `group` microbatches cross a chunk before the next chunk starts. Groups
// that deadlock are refused with the reason.
Result<Schedule> interleaved(const Shape& shape, const ScheduleOptions& options);

// Groups of at least `ranks` microbatches that leave no remainder, or one of at least
// `ranks`, keep every rank fed; so does one group of all microbatches. Others may
// deadlock.
bool keepsRanksFed(const Shape& shape, int group);

} // namespace plan
