// What every chart takes from the theme: background, legend, axes, and the text that stands
// where there is nothing to draw.

#pragma once

#include "gui/theme/theme.h"

class QChart;
class QLabel;

namespace gui {

void applyTheme(QChart& chart, QLabel& emptyText, const Theme& theme);

} // namespace gui
