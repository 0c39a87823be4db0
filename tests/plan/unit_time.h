// What the tests count time in.

#pragma once

#include "engine/plan/costs.h"

namespace plan::test {

inline constexpr Nanoseconds kUnit = std::chrono::microseconds{1};

} // namespace plan::test
