// What the papers say a schedule costs, for equal stages and free transfers: set
// beside the simulated numbers, never used instead of them.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/costs.h"

#include <optional>
#include <string_view>

namespace plan {

struct ClosedForm {
    Nanoseconds makespan{};
    double bubbleFraction = 0; // idle / (ranks * makespan)
    double bubbleOverhead = 0; // idle / busy
};

// Nothing where no exact closed form is known for that schedule and shape.
//   naive:               m p (F+B)
//   gpipe, 1f1b:         (m+p-1)(F+B)          arXiv 1811.06965; arXiv 2104.04473, 2.2
//   interleaved, m >= p: (m v+p-1)(F+B)        arXiv 2104.04473, 2.2
//   interleaved, m < p:  (p v+m-1)(F+B)
// The interleaved forms hold for groups of at least p that leave no remainder or one
// of at least p, and for one group of all microbatches.
// `stage` is the cost of one stage (one chunk).
std::optional<ClosedForm> closedForm(std::string_view name, const Shape& shape,
                                     const ScheduleOptions& options, const StageCosts& stage);

// Peak in-flight (microbatch, stage) pairs on `rank`; nothing where unknown.
std::optional<int> closedFormPeak(std::string_view name, const Shape& shape,
                                  const ScheduleOptions& options, int rank);

} // namespace plan
