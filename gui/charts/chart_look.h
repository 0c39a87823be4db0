// What every chart looks like: its frame, its colours from the theme, and the text that stands
// where there is nothing to draw.

#pragma once

#include "gui/theme/theme.h"

#include <functional>

class QCategoryAxis;
class QChart;
class QChartView;
class QLabel;

namespace gui {

// Of a chart and what stands in its place while it is empty, once.
void makeLook(QChartView& view, QLabel& emptyText);

// Places 0 .. count - 1 along the axis, each `every`th with what `label` says of it.
void labelPlaces(QCategoryAxis& axis, int count, int every,
                 const std::function<QString(int place)>& label);

void applyTheme(QChart& chart, QLabel& emptyText, const Theme& theme);

} // namespace gui
