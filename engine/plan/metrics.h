// Numbers read off a timeline, predicted or measured. None of them looks at a
// clock.

#pragma once

#include "engine/plan/timeline.h"

namespace plan {

// Time `rank` works: its ops, the reduction of its gradients and the optimizer. What is
// left of the makespan it waits: the sum of its bubbles (ledger.h). Of two ops that overlap by
// the resolution of a clock the later one gives way, so it is at most the makespan.
Nanoseconds busyTime(const Timeline& timeline, std::size_t rank);

// Idle share of the step over all ranks: idle / (ranks * makespan), in [0, 1).
// 1F1B with equal stages and free transfers gives (p-1)/(m+p-1). Called "bubble
// rate" in places.
double bubbleFraction(const Timeline& timeline);

// Idle time over useful time: idle / busy. The convention of the Megatron papers
// (arXiv 2104.04473, section 2.2); the same 1F1B gives (p-1)/m. 0 if nothing ran.
double bubbleOverhead(const Timeline& timeline);

// The longest time from a rank's first op to the end of its last one.
Nanoseconds longestSpan(const Timeline& timeline);

// Share of `longestSpan` that the ranks spend outside ops, in [0, 1): the definition of
// the zero-bubble papers (arXiv 2401.10241, section 5.2), where the next step's warm-up
// fills what the ranks wait before their first op and after their last one.
double spanBubbleFraction(const Timeline& timeline);

// Most (microbatch, stage) pairs whose forward has begun on `rank` and whose last
// backward part has not ended.
int peakInFlight(const Timeline& timeline, std::size_t rank);

} // namespace plan
