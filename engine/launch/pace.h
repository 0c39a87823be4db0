// Whether an emulated run could keep the pace of its plan. Its ranks sleep where others
// compute, so a step differs from the prediction only by what the machine could not do in
// time: messages larger, or ops shorter, than it can move or wake up for.

#pragma once

#include "engine/launch/report.h"

#include <string>

namespace launch {

// The largest share of a step by which it may end after it was due, and of the predicted
// busy time that may be missing.
inline constexpr double kMostPaceLoss = 0.05;

// True of steps that are not whole: nothing is known of them.
bool keptPace(const StepReport& step, const Prediction& predicted);

// "the emulation could not keep up: …", or nothing where it did, where nothing was
// predicted or the device is a real one.
std::string paceWarning(const Report& report);

} // namespace launch
