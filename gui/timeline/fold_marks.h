// What stands beside the rows of ranks that have peers, and on and beside those of single peers.

#pragma once

#include "gui/timeline/chrome.h"

#include <QString>
#include <QStringList>

namespace gui {

// "rank 3", or, with peers, "▸ rank 3 ×16": how many are alike; of a run of many ranks to a place
// the numbers of those, "▸ ranks 768–1023". ▾: each has a row. With the host, where the run has
// several and a place one rank.
QString rankName(const ChromeView& view, int rank);

// What else is told of the ranks of a place, a line each, the more important first, as far as there
// is room: the hosts they are on, and how much of the step they idled, from the least to the most.
QStringList rankDetails(const ChromeView& view, int rank);

// The widest that rankName() becomes for any rank of these tracks.
QString widestRankName(const Tracks& tracks);

// "replica 5", or "rank 773 · n96"; in the warning colour where it stands out.
void paintPeerName(QPainter& painter, const ChromeView& view, const FrameRow& row);

// Over the row of a peer that sent no ops, what is known of it.
void paintPeerTotals(QPainter& painter, const ChromeView& view);

} // namespace gui
