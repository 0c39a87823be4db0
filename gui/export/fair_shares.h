// How those that want more than there is share it.

#pragma once

#include <vector>

namespace gui {

// What each of `needs` gets of `room`, all >= 0: as much as another, and what one does not need is
// for the others. None gets more than it needs.
std::vector<double> fairShares(const std::vector<double>& needs, double room);

} // namespace gui
