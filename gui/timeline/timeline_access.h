// The timeline as screen readers have it: a tree of rows, one for each rank of each track, and in
// each row the ops that are in sight, told by their stories. The selection of the keys is the focus
// within it.
//
// Everything is made when it is asked for: a step of a million ops costs nothing while nobody
// listens, and no more than what is in sight while somebody does.

#pragma once

#include <QtGlobal>

namespace gui {

class TimelineCanvas;

// Children that a row has at most. Of more ops in sight, those about the op selected are told, or
// else the first.
inline constexpr int kMostOpsTold = 2'000;

// From then on QAccessible answers so for every canvas. Call it before there is one; to call it
// again does nothing.
void installTimelineAccess();

// Tells who listens that another op is selected. GUI thread.
void tellSelected(TimelineCanvas& canvas);

} // namespace gui
