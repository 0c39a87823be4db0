// What the start page says of a strategy beside its picture.

#pragma once

#include "engine/strategy/strategy.h"

#include <QString>

namespace gui {

// The name of one that comes with the program, translated; any other as it is.
QString presetName(const strategy::Strategy& strategy);

// "1536 × a100-80gb · TP 8 · PP 8 · DP 24 · 1F1B", translated.
QString strategySummary(const strategy::Strategy& strategy);

} // namespace gui
