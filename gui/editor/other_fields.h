// The fields of a strategy that the editor shows but does not edit.

#pragma once

#include "engine/strategy/strategy.h"

#include <QString>

namespace gui {

// "tensor 8 · data 16", "model: 96 layers …": a line each group; only what the strategy has.
QString otherFields(const strategy::Strategy& strategy);

} // namespace gui
