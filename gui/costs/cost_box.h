// The box that a cost is typed into. People type microseconds; strategies hold nanoseconds.

#pragma once

#include "engine/plan/costs.h"

#include <QString>

class QDoubleSpinBox;

namespace gui {

// Exact both ways: three decimals of a microsecond are nanoseconds.
double microseconds(plan::Nanoseconds time);
plan::Nanoseconds fromMicroseconds(double value);

double mostMicroseconds(); // of one cost in a strategy

// From 0 to `highest` with three decimals, no wider than `digits` where room is short. The
// caller owns it.
QDoubleSpinBox* costBox(double highest, const QString& suffix, int digits);

// The same for a time.
QDoubleSpinBox* timeBox(int digits);

// Without the box telling anyone.
void showNumber(QDoubleSpinBox* box, double value);

} // namespace gui
