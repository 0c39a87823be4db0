// What a slow rank costs a step: less than the time its ops lose wherever that time would have been
// idle anyway.

#pragma once

#include "engine/measured/observed_units.h"
#include "engine/plan/schedule.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace measured {

// By how much the step would have been shorter, all else equal, had the ops of `rank` not taken
// `factor` (> 0) times as long: the step simulated at the costs that its `units` and `timeline`
// show, with that factor and without. `units` and `timeline`: of the same step, which ran the
// schedule's order. At least 0; empty where it cannot be simulated.
std::optional<plan::Nanoseconds> costOfSlowness(const plan::Schedule& schedule, std::size_t rank,
                                                double factor,
                                                const std::vector<ObservedUnit>& units,
                                                const plan::Timeline& timeline);

} // namespace measured
