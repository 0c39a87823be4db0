// What slowing a rank is predicted to do to the step. Pure; any thread.

#pragma once

#include "gui/document/prediction.h"

#include <QString>

#include <optional>

namespace gui {

struct SlowEffect {
    plan::Nanoseconds stepBefore{};
    plan::Nanoseconds stepAfter{};
    double bubbleBefore = 0; // shares of ranks × makespan
    double bubbleAfter = 0;
};

// `rank`: of the pipeline; its ops take `factor` >= 1 times as long as predicted. Nothing where
// there is no such rank, or it cannot be simulated.
std::optional<SlowEffect> slowEffect(const Prediction& prediction, int rank, double factor);

// "Predicted: step 165.0 → 290.0 ms, bubble 31.0 → 45.2 %." Without the time where that is not
// known.
QString effectText(const SlowEffect& effect, bool knowsTime);

} // namespace gui
