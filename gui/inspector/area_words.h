// What an area is called, and what its ledger says, in words.

#pragma once

#include "gui/text/time_unit.h"
#include "gui/timeline/area_ledger.h"

#include <QStringList>

namespace gui {

// "Area: 42.5 ms of ranks 0 to 3"
QString areaTitle(const TimeArea& area, TimeUnit unit);

// "Forward", "warm-up".
QString wordsOf(AreaLine line);

// One for each track, as short as still tells them apart: "Predicted" and "Measured"; of steps that
// are compared their titles without what all of them begin with.
QStringList trackNames(const AreaLedger& ledger);

// The title, and of each track the largest lines, all bubbles as one: "Backward 85.0 ms (50.0 %),
// Bubble 42.5 ms (25.0 %)".
QStringList areaInBrief(const AreaLedger& ledger, TimeUnit unit);

} // namespace gui
