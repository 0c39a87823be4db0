// Times and bytes in the units of the reports.

#pragma once

#include "engine/plan/costs.h"

namespace cli {

inline double us(plan::Nanoseconds time) { return double(time.count()) / 1e3; }
inline double seconds(plan::Nanoseconds time) { return double(time.count()) / 1e9; }
inline double gibibytes(double bytes) { return bytes / (1024.0 * 1024 * 1024); }

} // namespace cli
