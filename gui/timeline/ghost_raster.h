// The outlines of the ops that were predicted, over what a rank really did.

#pragma once

#include "gui/timeline/raster.h"

#include <span>

namespace gui {

// Over a row that was drawn: a frame of `thick` device pixels around each op wide enough for one.
// Nothing where the ops in sight are too many for frames. Costs as much as the pixels.
void drawGhosts(QImage& image, const RowPlace& place, std::span<const plan::Span> predicted,
                const TimeAxis& axis, QRgb ink, int thick);

} // namespace gui
