// How an emulated run is brought to a length that a person watches and a machine can keep to:
// every duration of the predicted step is divided by one factor, the time scale, so that a second
// of the run stands for that many seconds of what is predicted. Messages are cut likewise.

#pragma once

#include "engine/strategy/estimate/step_prediction.h"

#include <cstddef>
#include <string>

namespace strategy {

inline constexpr float kLeastTimeScale = 1e-6F;
inline constexpr float kMostTimeScale = 1e6F;

// A float, because it goes into the event log as one: everybody who predicts a run then divides
// by the very same number. 1 where costs are given or there is no model. Otherwise such that a
// step takes 0.3 to 1 s, or longer where its ops are so many or so short that one machine would
// not keep up with their messages and wake-ups.
float timeScaleFor(const StepPrediction& prediction);

// With every duration divided by it. Fails as plan::simulate().
plan::Result<StepPrediction> scaledBy(StepPrediction prediction, float timeScale);

// Bytes of one message as the costs of a step charge it, or of an activation where they say
// nothing of it.
std::size_t messageBytesIn(const Strategy& strategy, const plan::Costs& costs);

// Bytes of one message of a run of `paced`, which is scaledBy(timeScale): those that are charged,
// divided by the scale, at most 64 KiB, and no more than a busy machine moves of them all within
// the step; the time of a hop is paced. Where costs are given and nothing is scaled: those of an
// activation.
std::size_t messageBytesOf(const Strategy& strategy, const StepPrediction& paced, float timeScale,
                           std::size_t messagesAStep);

// "21.5": the fewest digits that mean the number.
std::string digitsOf(float timeScale);

// "1 s stands for 21.5 s"; empty for 1.
std::string toText(float timeScale);

} // namespace strategy
