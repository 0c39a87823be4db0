// All iterations of a trace that names no schedule (traced_step.h): one order, and a step of each.

#pragma once

#include "engine/measured/traced_step.h"

#include <optional>
#include <string>
#include <vector>

namespace measured {

// What one iteration of a trace says.
struct TracedIteration {
    int number = 0;
    std::vector<plan::RankTimes> ranks; // [rank]
};

// What a trace says of its ranks' clocks.
struct TraceClocks {
    std::vector<int> numbers; // as KnownClocks::clocks
    // The times of an iteration count from one moment for all ranks, each by its own clock, and
    // these clocks run on between iterations. Else each iteration begins anew.
    bool runOn = false;
};

// Of one rank's clock, against the first rank's: by how much it has to be set forward a second, and
// by how much that can be wrong; in seconds.
struct ClockDrift {
    double drift = 0;
    double halfWidth = 0;
};

struct TracedRun {
    TracedOrder order;
    std::vector<TracedStep> steps; // one an iteration that ran the order, in turn; at least one
    std::size_t leftOut = 0;       // iterations that ran another
    bool isOneClock = false;       // as the trace says
    // [rank] Where clocks run on and one straight line passes through what all steps leave open.
    std::vector<std::optional<ClockDrift>> drifts;

    // Copies of the steps, for what does not ask how they were traced.
    std::vector<Step> plainSteps() const;
};

// The order is that of most iterations, of the earlier ones where several are as many; those that
// ran another are left out. `data`: ranks that hold the same; more than one reduce gradients after
// their last op. Fails where an iteration's order is none that can run.
//
// Precondition: that of tracedStep(), for each; at least one iteration; the clocks' numbers, where
// there are any, one a rank.
plan::Result<TracedRun> traceRun(const plan::Shape& shape, int data,
                                 const std::vector<TracedIteration>& iterations,
                                 const TraceClocks& clocks = {});

// What the trace does not say and the steps rest on, a sentence each.
std::vector<std::string> takenForGranted(const TracedRun& run, int data);

// The number of the step that stands for all: that of the median time of those that are not of the
// warm-up, which `isWarmUp` says of each place.
std::size_t typicalStep(const TracedRun& run, const std::vector<bool>& isWarmUp);

} // namespace measured
