// Where in a row of steps a rank began to be slow, and where that ended: pure functions of how
// slow it was in each: the logarithm of the ratio of what its ops took to what they should take,
// less what all ranks had in common. Noise is the standard deviation of one step.

#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <span>

namespace measured {

inline constexpr double kLeastSlow = 0.1398;     // ln 1.15: less is not told
inline constexpr std::size_t kStepsToBeSure = 3; // that make a verdict

struct SlowChange {
    std::size_t steps = 0; // at the end of the row that are slow, >= kStepsToBeSure
    double mean = 0;       // of them
    double deviations = 0; // by how many of its standard deviations the mean is over 0
};

// Of what was seen of single steps. At least 10 % of the first few, 5 % of the first sixteen and
// 1 % always.
double noiseOf(const std::deque<double>& seen);

// The last steps that differ most from 0; nothing where that is under kLeastSlow or five of the
// `deviation` that the mean of so many steps has.
std::optional<SlowChange> slowChange(std::span<const double> slowness,
                                     const std::function<double(std::size_t)>& deviation);

// How many of the last steps of a slow rank are as before it was slow; 0: it still is.
std::size_t stepsWellAgain(std::span<const double> slowness, double noise);

} // namespace measured
