// The fields of a strategy that the editor shows but does not edit.

#pragma once

#include "engine/strategy/strategy.h"

#include <QString>

namespace gui {

// A line each; only what the strategy has.
QString otherFields(const strategy::Strategy& strategy);

} // namespace gui
