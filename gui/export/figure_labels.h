// What stands in the boxes of a figure: "F3·c1" where there is room for it, or else "F3", or "3".

#pragma once

#include "gui/export/figure_sheet.h"

#include <vector>

namespace gui {

// Which rank of which track a row shows.
struct FigureRowOf {
    const TrackData* track;
    int rank;
};

// Fills the labels of every row, and makes the type of boxes as small as it takes, down to
// `leastType` units, for nearly all boxes to say something. Equal ops of equal length are labelled
// alike.
//
// Preconditions: `rows` are those of the sheet, in its order; its boxes have their places and its
// box type the largest size that their height has room for.
void labelBoxes(FigureSheet& sheet, const std::vector<FigureRowOf>& rows, double leastType);

} // namespace gui
