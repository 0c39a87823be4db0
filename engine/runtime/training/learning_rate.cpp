#include "engine/runtime/training/learning_rate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace training {

double learningRateAt(const strategy::Training& training, long long step, long long steps)
{
    const long long warmup = training.warmupSteps;
    if (step < warmup)
        return training.learningRate * static_cast<double>(step + 1) / static_cast<double>(warmup);
    if (training.decay == strategy::Decay::Constant)
        return training.learningRate;
    const long long span
        = training.decaySteps > 0 ? training.decaySteps : std::max(1LL, steps - warmup);
    const double done
        = std::min(1.0, static_cast<double>(step - warmup) / static_cast<double>(span));
    const double left = training.decay == strategy::Decay::Linear
        ? 1 - done
        : (1 + std::cos(std::numbers::pi * done)) / 2;
    return training.minLearningRate + (training.learningRate - training.minLearningRate) * left;
}

} // namespace training
