// The numbers of an estimate in words.

#pragma once

#include "gui/estimate/estimator.h"
#include "gui/frame/verdict.h"

#include <QString>

#include <optional>
#include <vector>

namespace gui {

inline constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;

// "61.2 GiB", of >= 0 bytes.
QString gibibytes(double bytes);

// "lost between blocks by the allocator"
QString otherMemoryWords(const plan::OtherMemory& part);

// "4.21 s", "812 ms"
QString stepTime(double seconds);

// "4.01 s – 4.62 s"
QString intervalText(const strategy::Interval& seconds);
// "4.21 s (4.01 s – 4.62 s)"; the time alone where there is no interval.
QString stepTime(double seconds, const std::optional<strategy::Interval>& interval);

// "1024 × a100-80gb: fits; rank 0 holds the most, 61.2 of 80 GiB, at 0F3."
QString verdictSentence(const StrategyEstimate& estimate);

// Memory, MFU, tokens per second, parameters; beside each what became of it since `before`, which
// may be null.
std::vector<VerdictNumber> estimateNumbers(const StrategyEstimate& estimate,
                                           const StrategyEstimate* before);

// Where the numbers come from, a line each.
QString verdictSources(const StrategyEstimate& estimate);

} // namespace gui
