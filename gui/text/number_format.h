// Numbers as the window writes them. Decimals follow the locale of the interface.

#pragma once

#include "engine/plan/costs.h"
#include "gui/text/time_unit.h"

#include <QString>

namespace gui {

// Three significant digits, whatever the size, without an exponent: "1.24", "20.7", "165", "19600";
// "0" of what rounds to nothing at `most` decimals, "–" of what is no number. It is how the window
// writes every quantity, but in the inspector and in tables to copy from.
QString threeDigits(double value, int most = 6);

// A loss has four digits: 3.412 is followed by 3.408, and one looks whether it moves.
QString lossNumber(double loss);

// Three digits of what is counted each second, in thousands or millions from there on: "94.8",
// "146 k", "3.16 M".
QString rate(double perSecond);

// "1.50 GiB", "640 B": three digits of >= 0 bytes, in the unit that needs no more before the point.
QString bytesText(double bytes);

// "165.000 ms": by default three decimals, so that a microsecond shows. A time that is not zero and
// would show fewer than three digits gets more decimals.
QString milliseconds(plan::Nanoseconds time, int decimals = 3);

// A time of three digits, the same wherever one is written: "96.0 µs", "165 ms", "20.7 s"; in a
// unit that was chosen, "20700 ms".
QString stepTime(plan::Nanoseconds time, TimeUnit unit = TimeUnit::Auto);

// From one to another: "96.0 µs – 1.02 ms".
QString timesText(plan::Nanoseconds low, plan::Nanoseconds high);

// Milliseconds without the unit: "165.0".
QString millisecondsNumber(plan::Nanoseconds time, int decimals);

// "27.3 %" of a share of 1; "100 %", "0.05 %".
QString percent(double share);

// The same of a part of a whole, which is 0 of nothing.
QString shareText(plan::Nanoseconds part, plan::Nanoseconds whole);

// "+0.5 %": how much larger `measured` is than `predicted`. Empty where predicted is not positive.
// With one decimal: numbers of three digits tell their difference no better.
QString relativeDifference(double measured, double predicted);

// "0.79 points": a difference of two shares, in percentage points. It is no percentage of either.
QString points(double difference);

// "+0.3 points": the same with its sign, and one decimal as in relativeDifference().
QString pointsDifference(double measured, double predicted);

} // namespace gui
