// What is selected of a timeline besides a single op: some ranks, from one moment to another.

#pragma once

#include "gui/timeline/time_axis.h"

namespace gui {

// A stretch of time of ranks that follow each other, in every track that has them.
struct TimeArea {
    TimeRange range;
    int firstRank = 0; // >= 0
    int lastRank = 0;  // included; >= firstRank

    int ranks() const { return lastRank - firstRank + 1; }
    bool holds(int rank) const { return rank >= firstRank && rank <= lastRank; }
    bool operator==(const TimeArea&) const = default;
};

} // namespace gui
