// The colour that a track has where several are compared: a stripe beside its rows, and a tint of
// its header.

#pragma once

#include "gui/timeline/chrome.h"

namespace gui {

// Beside a row; nothing where its track needs no colour.
void paintRowBand(QPainter& painter, const ChromeView& view, const FrameRow& row);

// Behind the title, with a line over it. Returns the width of the stripe before the title.
int paintHeaderGround(QPainter& painter, const ChromeView& view, const TrackData& track,
                      const QRect& header);

} // namespace gui
