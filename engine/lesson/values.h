// What a measure comes to.

#pragma once

#include "engine/lesson/measure.h"
#include "engine/lesson/planned.h"

#include <optional>
#include <string>

namespace lesson {

// What was seen of a run that a step started. Whoever watches the run fills it in; what could not
// be told stays empty.
struct MeasuredRun {
    std::optional<plan::Nanoseconds> step{};     // median over the steps
    std::optional<double> bubble{};              // plan::bubbleFraction(), median
    std::optional<plan::Nanoseconds> lateness{}; // median start of an op behind its time
    std::optional<int> slowRank{};
    std::optional<double> slowFactor{};
    std::optional<int> slowSince{};     // step, from 0
    std::string stall{};                // the op that took much longer than usual
    std::optional<int> stallStep{};     // in which it did, from 0
    std::string differingOp{};          // that came out otherwise when it ran again
    std::optional<int> reruns{};        // ops that were run twice
    std::optional<double> loss{};       // of the last step
    std::optional<double> firstLoss{};  // of the first one
    std::optional<double> lossBefore{}; // of the last step of the run that was resumed
};

// Fails with a sentence where the state has no such thing: "has 4 ranks; there is no rank 7".
plan::Result<Quantity> valueOf(const Measure& measure, const Planned& planned);

// Of Measure::Measured. Fails where the run did not tell.
plan::Result<Quantity> valueOf(const Measure& measure, const MeasuredRun& run);

} // namespace lesson
