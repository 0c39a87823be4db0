// Where a prediction's costs come from, in the window's language: the one wording of it.

#pragma once

#include "engine/strategy/estimate/step_prediction.h"

#include <QString>

namespace gui {

// "the costs given", "costs fitted to run tiny", "the cost model with profile h100": stands after
// "from".
QString originText(const strategy::CostOrigin& origin);

} // namespace gui
