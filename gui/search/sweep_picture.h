// Rows of a sweep as curves: one for each value of the second field.

#pragma once

#include "engine/strategy/search/sweep.h"
#include "gui/charts/sweep_chart.h"

#include <functional>

namespace gui {

// Of `fields` as sweep() took them; `rows` may be fewer where it was stopped.
SweepPicture sweepPicture(const std::vector<strategy::SweptField>& fields,
                          const std::vector<strategy::SweepRow>& rows,
                          const std::function<double(const strategy::SweepNumbers&)>& height);

} // namespace gui
