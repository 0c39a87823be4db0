// Rows of a sweep as curves: one for each value of the second field.

#pragma once

#include "engine/strategy/search/sweep.h"
#include "gui/charts/sweep_chart.h"

#include <functional>

namespace gui {

// Of `fields` as sweep() took them, one or two; `rows` may be fewer where it was stopped. `height`
// picks the number to draw, in any unit: the picture's title is the caller's to set. A point is
// missing where the row has no numbers. Pure.
SweepPicture sweepPicture(const std::vector<strategy::SweptField>& fields,
                          const std::vector<strategy::SweepRow>& rows,
                          const std::function<double(const strategy::SweepNumbers&)>& height);

} // namespace gui
