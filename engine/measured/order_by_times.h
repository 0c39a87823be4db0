// The order of a run that no generator makes, from when its ranks' forwards and backwards ran.

#pragma once

#include "engine/measured/traced_step.h"
#include "engine/plan/rank_times.h"
#include "engine/plan/schedule.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace measured {

// The stage of a rank's chunk, in the schedules that are told by whole backwards.
inline int stageOf(const plan::Shape& shape, std::size_t rank, int chunk)
{
    return chunk * shape.ranks + static_cast<int>(rank);
}

// Each rank's forwards and backwards by time. Where the trace does not say which they are, the i-th
// of either kind is the i-th of that kind in a schedule of the catalogue: of `turns` the one whose
// messages then contradict each other the least. Nothing where ops of a rank overlap, or no such
// order can run.
//
// Precondition: that of orderThatRan().
std::optional<TracedOrder> orderByTimes(const plan::Shape& shape,
                                        std::span<const std::string_view> turns,
                                        std::span<const plan::RankTimes> ranks);

} // namespace measured
