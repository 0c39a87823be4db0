// How far apart the ranks of a fold end their ops: a bar over the row, from the first to the last.

#pragma once

#include "gui/timeline/peer_work.h"
#include "gui/timeline/raster.h"

#include <QImage>

#include <span>

namespace gui {

// Over a row that was drawn, clipped to the image. `spread` is of `spans`, one by one; what is
// narrower than a few pixels, or too much of it to be told apart, is left out. `thick`: device
// pixels of a line.
void drawSpread(QImage& image, const RowPlace& place, std::span<const plan::Span> spans,
                std::span<const EndSpread> spread, const TimeAxis& axis, const Inks& inks,
                int thick);

} // namespace gui
