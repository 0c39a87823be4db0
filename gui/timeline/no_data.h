// Where a timeline is silent because spans were lost, not because the rank idled.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"
#include "gui/timeline/time_axis.h"

#include <span>
#include <vector>

namespace gui {

// The gaps between the spans of one rank in which ops of its `order` are missing,
// in order of time. Where the last ops are missing, the rest up to `end` is one
// too, unless `live`: those have not happened yet. Linear where nothing is missing.
std::vector<TimeRange> noDataRanges(std::span<const plan::Op> order,
                                    std::span<const plan::Span> spans, Nanoseconds end, bool live);

} // namespace gui
