// What of a measured step its ranks worked and waited, those included of which nothing but the sum
// of their ops is known. For steps with all ops the same numbers as plan/metrics.h has them.

#pragma once

#include "engine/measured/step_assembler.h"

#include <cstddef>

namespace measured {

// As plan::busyTime(). Precondition: `rank` is one of the timeline's.
Nanoseconds busyTime(const Step& step, std::size_t rank);

// As plan::bubbleFraction().
double bubbleFraction(const Step& step);

} // namespace measured
