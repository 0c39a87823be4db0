// What the rows of bars show of a state.

#pragma once

#include "gui/stepviews/bar_rows.h"

namespace gui {

// Of more ranks the rest is counted.
inline constexpr int kMostBarRows = 32;

// Memory of each pipeline rank at its peak: by what it is made of where the state has a model, else
// the microbatches that are in flight then.
BarPicture memoryBars(const lesson::Planned& planned, const ViewOptions& options);

// The time of each rank, and of all together, by the lines of the ledger.
BarPicture ledgerBars(const lesson::Planned& planned, const ViewOptions& options);

// Messages between each two ranks in a step, by direction.
BarPicture messageBars(const lesson::Planned& planned, const ViewOptions& options);

// Takes away all that says how long a bar is.
void cover(BarPicture& picture);

// On one scale, so that they can be held beside each other.
void shareScale(std::vector<BarPicture>& pictures);

} // namespace gui
