// Whether costs belong to a shape, and keep its times within 64 bits.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

namespace plan {

// 95 years. Twice as much, the largest sum that is ever made, is still within 63 bits.
inline constexpr Nanoseconds kLongestStep{3'000'000'000'000'000'000};

// Upper bound of the makespan of any legal schedule, in nanoseconds: all ops of the step
// one after the other on the slowest rank, every hop waited for.
//
// Of any shape. Precondition: the costs' lists have the lengths that costs.h states for it.
double longestStep(const Shape& shape, const Costs& costs);

// Fails with a sentence if a list has another length, or if that bound is over kLongestStep.
//
// Precondition: checkShape() holds.
Outcome checkCosts(const Shape& shape, const Costs& costs);

} // namespace plan
