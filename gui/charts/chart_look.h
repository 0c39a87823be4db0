// What every chart looks like: its frame, its colours from the theme, and the text that stands
// where there is nothing to draw.

#pragma once

#include "gui/theme/theme.h"

class QChart;
class QChartView;
class QLabel;

namespace gui {

// Of a chart and what stands in its place while it is empty, once.
void makeLook(QChartView& view, QLabel& emptyText);

void applyTheme(QChart& chart, QLabel& emptyText, const Theme& theme);

} // namespace gui
