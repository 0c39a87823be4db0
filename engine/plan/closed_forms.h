// What the papers say a schedule costs, for equal stages and free transfers: set
// beside the simulated numbers, never used instead of them. The formulas stand in the
// catalogue's entries, beside the generators.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/costs.h"

#include <optional>
#include <string_view>

namespace plan {

struct ClosedForm {
    Nanoseconds makespan{};    // without gradient reduction and optimizer
    double bubbleFraction = 0; // idle / (ranks * makespan)
    double bubbleOverhead = 0; // idle / busy
};

// Nothing where no exact closed form is known for that schedule, shape and costs.
// `stage` is the cost of one stage (one chunk).
std::optional<ClosedForm> closedForm(std::string_view name, const Shape& shape,
                                     const ScheduleOptions& options, const StageCosts& stage);

// Peak in-flight (microbatch, stage) pairs on `rank`; nothing where unknown.
std::optional<int> closedFormPeak(std::string_view name, const Shape& shape,
                                  const ScheduleOptions& options, int rank);

} // namespace plan
