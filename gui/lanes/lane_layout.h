// Where lanes stand: heads of tracks, what ranks hold, and their rows, on one axis. Pure.

#pragma once

#include "gui/timeline/time_axis.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <vector>

namespace gui {

struct LaneRow {
    int slot = 0;
    int rank = 0;
    QRectF name; // left of both
    QRectF pile; // what is held, over the lane; without a height in dense layouts
    QRectF lane;
};

struct LaneLayout {
    bool dense = false;        // as asked
    int letters = 12;          // their height, in pixels
    QRectF plot;               // of all lanes
    QRectF labels;             // of the axis, over the plot
    std::vector<QRectF> heads; // [slot] over its lanes; empty ones where tracks have none
    std::vector<LaneRow> rows; // from above
    TimeAxis axis;             // x from plot.left()

    double x(Nanoseconds time) const { return plot.left() + axis.x(time); }
    Nanoseconds time(double x) const { return axis.time(x - plot.left()); }
    const LaneRow* find(int slot, int rank) const; // null: there is none
    // In whose lane or name the point is.
    const LaneRow* at(QPointF point) const;
    QRectF box(const LaneRow& row, TimeRange range) const;
};

struct LanesAsked {
    std::vector<int> ranks{}; // [slot]
    bool heads = false;
    Nanoseconds extent{1}; // > 0, at the right end of the axis
    int letters = 0;       // 0: as large as there is room for
    // Where there is no room for more: low lanes, without what is held; heads are one line.
    bool dense = false;
};

// Lanes become higher, up to a limit, where there is room for that.
LaneLayout laidLanes(const LanesAsked& asked, QSizeF size);

// The least height in which nothing is cut, with letters of that height; 0: the smallest.
int leastHeight(const LanesAsked& asked);

} // namespace gui
