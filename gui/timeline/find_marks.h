// Where what was looked for is: frames over the rows.

#pragma once

#include "gui/timeline/chrome.h"
#include "gui/timeline/find_query.h"

namespace gui {

// Hits in sight are framed; those too narrow for a frame are a stroke. `current`: stands out; null:
// none. Never more of them than there are pixels in the rows.
void paintHits(QPainter& painter, const ChromeView& view, const FindHits& hits,
               const FindHit* current);

} // namespace gui
