// Averages of measured times, in nanoseconds, that a few odd values do not move.

#pragma once

#include <vector>

namespace measured {

// Of an even count the mean of the two in the middle; 0 of none.
double medianOf(std::vector<double> values);

// The mean of those left when the lowest and the highest twentieth are put aside; 0 of none.
//
// What a step takes is a sum of op times, and means add up where medians do not: of times
// that are often a little and seldom much longer, the sum of medians is too short.
double trimmedMean(std::vector<double> values);

} // namespace measured
