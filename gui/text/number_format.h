// Numbers as the window writes them. Decimals follow the locale of the interface.

#pragma once

#include "engine/plan/costs.h"

#include <QString>

namespace gui {

// "165.000 ms": by default three decimals, so that a microsecond shows. A time that is not zero and
// would show fewer than three digits gets more decimals.
QString milliseconds(plan::Nanoseconds time, int decimals = 3);

// The time of a step, the same wherever one is written: "165.0 ms", from a second on "20.71 s".
QString stepTime(plan::Nanoseconds time);

// Milliseconds without the unit: "165.0".
QString millisecondsNumber(plan::Nanoseconds time, int decimals);

// "27.3 %" of a share of 1.
QString percent(double share);

// "+0.5 %": how much larger `measured` is than `predicted`. Empty where predicted is not positive.
QString relativeDifference(double measured, double predicted);

// "+0.3": the difference of two shares, in percentage points.
QString pointsDifference(double measured, double predicted);

} // namespace gui
