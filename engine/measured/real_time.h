// Times as numbers to calculate with, and back: nanoseconds in doubles, exact up to 2^53 ns, some
// 104 days.

#pragma once

#include "engine/plan/costs.h"

#include <algorithm>
#include <cmath>

namespace measured {

// A time in nanoseconds.
inline double ns(plan::Nanoseconds time) { return static_cast<double>(time.count()); }

// The nearest whole nanosecond; 0 for what is below 0.
inline plan::Nanoseconds rounded(double time)
{
    return plan::Nanoseconds{
        static_cast<plan::Nanoseconds::rep>(std::llround(std::max(0.0, time)))};
}

} // namespace measured
