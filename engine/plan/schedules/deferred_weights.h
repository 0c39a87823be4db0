// What ZB-H1 and ZB-H2 share: 1F1B with split backwards on one chunk per rank, whose
// weight gradients wait until they fill what would be a bubble.

#pragma once

#include "engine/plan/catalog.h"

#include <optional>

namespace plan {

// How one rank uses its memory.
struct Deferral {
    int warmUp = 1;   // forwards before the first input gradient, >= 1
    int deferred = 0; // microbatches after that whose weight gradient has to wait
};

// Forwards fill the pipeline behind the rank; then a forward follows every input
// gradient, the first `deferred` times without the weight gradient in between. No
// more than warmUp + deferred microbatches are in flight.
Schedule deferredSchedule(const Shape& shape, Deferral (*deferralOf)(const Shape&, int rank));

// The makespan of both for F = I = W; any costs on one rank. Nothing else is known
// exactly. The last rank starts after p-1 forwards and never idles; with m < p it is
// the last microbatch's way back that counts.
std::optional<Nanoseconds> deferredMakespan(const Shape& shape, const ScheduleOptions& options,
                                            const StageCosts& stage);

// CatalogEntry::fastSeconds of both: beside the slowest stage's work, what a later rank waits for
// on the way there and back, less the weight gradients that fill it, `deferred` of each microbatch.
double deferredSeconds(const StepParts& parts, double deferred);

} // namespace plan
