// What the bidirectional schedules share: DualPipe and Chimera.

#pragma once

#include "engine/plan/catalog.h"

#include <string_view>

namespace plan {

// Two chunks, at least two ranks and two microbatches, no group. An odd number of ranks
// is fine: its middle rank then holds one stage, for both directions.
Outcome checkTwoDirections(std::string_view name, const Shape& shape,
                           const ScheduleOptions& options);

} // namespace plan
