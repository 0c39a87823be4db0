// The answer of a sweep as a picture: a curve for each value of the second field.

#pragma once

#include "gui/charts/sweep_picture.h"
#include "gui/search/open_sweep.h"

#include <functional>

namespace gui {

// `height` picks the number to draw, in any unit: the picture's title is the caller's to set. A
// point is missing where the row has no numbers, or the sweep was stopped before it. Pure.
SweepPicture sweptPicture(const SweepAnswer& answer,
                          const std::function<double(const strategy::SweepNumbers&)>& height);

// Has the tips of a picture of step times tell their intervals.
void addIntervals(SweepPicture& picture, const SweepAnswer& answer);

// The place of that cell among the rows of the answer.
std::size_t rowOf(const SweepAnswer& answer, SweepCell cell);
SweepCell cellOf(const SweepAnswer& answer, int row);

} // namespace gui
