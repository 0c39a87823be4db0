// Averages of measured times, in nanoseconds.

#pragma once

#include <vector>

namespace measured {

// Of an even count the mean of the two in the middle; 0 of none.
double medianOf(std::vector<double> values);

// The mean of those left when the lowest and the highest twentieth are put aside; 0 of none.
double trimmedMean(std::vector<double> values);

// A step takes a sum of op times. Means add up, but one odd value moves them; medians stand
// still, but of times that are seldom much longer their sum is too short. Which of them
// predicts a step best depends on the noise.
enum class Average { Median, TrimmedMean, Mean };

double averageOf(Average average, std::vector<double> values);

} // namespace measured
