// The area that is selected, drawn over the picture of the rows and on the ruler.

#pragma once

#include "gui/timeline/chrome.h"
#include "gui/timeline/time_area.h"

#include <QRectF>

#include <vector>

namespace gui {

// `boxes`: where the area is, see TimelineScene::boxesOf().
void paintArea(QPainter& painter, const ChromeView& view, const TimeArea& area,
               const std::vector<QRectF>& boxes);

} // namespace gui
