// What the groups of devices are called in the grid of a lesson.

#pragma once

#include "gui/stepviews/grid_cells.h"

namespace gui {

QString gridGroupName(GridCells::GroupOf group);   // "T tensor group"
QString gridGroupLetter(GridCells::GroupOf group); // "T"

} // namespace gui
