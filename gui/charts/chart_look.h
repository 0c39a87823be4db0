// What every chart looks like: its frame, its colours from the theme, and the text that stands
// where there is nothing to draw.

#pragma once

#include "gui/theme/theme.h"

#include <functional>

class QCategoryAxis;
class QChart;
class QChartView;
class QLabel;
class QWidget;

namespace gui {

// Sets up a chart's view and the text that stands in its place while it is empty: margins, sizes,
// wrapping, and no focus for the view. Call it once, after the chart is in the view.
void makeLook(QChartView& view, QLabel& emptyText);

// For a chart that takes the keyboard itself: room for paintFocus() around what stands in it.
void leaveRoomForFocus(QWidget& chart);
// A line around the chart while it has the keyboard. Call it when it is painted.
void paintFocus(QWidget& chart);

// Labels the places 0 .. count - 1 along the axis: each `every`th, >= 1, with what `label` says of
// it. The range reaches half a place beyond both ends, so that bars and points are seen whole.
void labelPlaces(QCategoryAxis& axis, int count, int every,
                 const std::function<QString(int place)>& label);

// Colours of ground, axes and texts; series are left to the chart. Call it again whenever the
// palette has changed, and whenever axes were added.
void applyTheme(QChart& chart, QLabel& emptyText, const Theme& theme);

} // namespace gui
