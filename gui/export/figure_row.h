// What one rank's row of a figure is made of: a box an op, exactly as wide as its time. Where ops
// are narrower than can be printed, neighbours stand in one column, stacked by their shares of its
// time: the rest of the column is idle. So every category, and idle time, has exactly the area that
// its time is worth, however small the figure. Pure.

#pragma once

#include "gui/timeline/category.h"
#include "gui/timeline/time_axis.h"
#include "gui/timeline/track_data.h"

#include <array>
#include <vector>

namespace gui {

// A stretch of a rank's time.
struct FigureItem {
    TimeRange range;
    Category category = Category::Forward;
    int chunk = 0;
    int span = -1;
};

struct FigureBox {
    double left = 0;
    double right = 0; // > left
    double foot = 0;  // shares of the row's height, from its bottom
    double head = 1;  // > foot
    Category category = Category::Forward;
    int chunk = 0;
    int span = -1; // among the rank's; -1: no single op
};

// Of the ranks up to `lastRank`, or all where that is -1: the last one that the track has. It has a
// timeline.
int lastRankShown(const TrackData& track, int lastRank);

// Which categories any of their ranks from `firstRank` to `lastRank` shows, as above; tracks
// without a timeline show none.
std::array<bool, kCategories> categoriesOf(const std::vector<TrackData>& tracks, int firstRank = 0,
                                           int lastRank = -1);

// [stage]: which of its rank's stages it is, from 0. Empty where the track has no schedule.
std::vector<int> chunkOfStages(const TrackData& track);

// From left to right; disjoint. Lengths are those of the axis; what is narrower than `dot` is
// drawn together with its neighbours. Nothing lies outside of [0, axis.width].
//
// Precondition: the track has a timeline, which has that rank.
std::vector<FigureBox> boxesOf(const TrackData& track, const std::vector<int>& chunks, int rank,
                               const TimeAxis& axis, double dot);

// The same of any items, by their beginning; where two overlap, the later one gives way.
std::vector<FigureBox> laidOut(const std::vector<FigureItem>& items, const TimeAxis& axis,
                               double dot);

} // namespace gui
