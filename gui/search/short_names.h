// Strategies named by what tells them apart, in a line short enough for a table.

#pragma once

#include "engine/strategy/strategy.h"

#include <QStringList>

#include <vector>

namespace gui {

// "TP 2 · PP 16 · 1F1B · MBS 2", one for each: the cut and the schedule, and of the rest, as
// devices, samples of a microbatch and recomputation, what is not the same in all. Pure.
QStringList shortNames(const std::vector<const strategy::Strategy*>& strategies);

} // namespace gui
