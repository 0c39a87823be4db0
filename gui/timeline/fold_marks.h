// What stands beside the rows of ranks that have peers, and beside those of single peers.

#pragma once

#include "gui/timeline/chrome.h"

#include <QString>

namespace gui {

// "rank 3", or, with peers, "▸ rank 3 ×16": how many are alike. ▾: each has a row.
QString rankName(const ChromeView& view, int rank);

// The widest that rankName() becomes for any rank of these tracks.
QString widestRankName(const Tracks& tracks);

// "replica 5", in the warning colour where it stands out.
void paintPeerName(QPainter& painter, const ChromeView& view, const FrameRow& row);

} // namespace gui
