// Times in the units of the reports.

#pragma once

#include "engine/plan/costs.h"

namespace cli {

inline double us(plan::Nanoseconds time) { return double(time.count()) / 1e3; }
inline double seconds(plan::Nanoseconds time) { return double(time.count()) / 1e9; }

} // namespace cli
