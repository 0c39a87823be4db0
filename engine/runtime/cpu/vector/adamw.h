// The step of the optimizer.

#pragma once

#include "engine/runtime/cpu/vector/math.h"
#include "engine/runtime/training/kernels.h"

namespace training {
namespace {

// AdamW (Loshchilov and Hutter 2019, algorithm 2). The decay is taken from the weight itself and
// not added to the gradient, and epsilon is added behind the root of the corrected moment, as in
// PyTorch. Divisions that are the same for all weights are made before the loop.
void adamw(const AdamStep& step, float gradientScale, float* weights, const float* gradients,
           float* m, float* v, std::int64_t n)
{
    const float first = 1 - step.beta1;
    const float second = 1 - step.beta2;
    const float pace = step.learningRate / step.correction1;
    const float correction = 1 / step.correction2;
    const float keep = 1 - step.learningRate * step.weightDecay;
    const float beta1 = step.beta1;
    const float beta2 = step.beta2;
    const float epsilon = step.epsilon;
    forLanes(n, [&](auto i, auto lanes) {
        const Floats g = load(gradients + i, lanes) * gradientScale;
        const Floats mean = beta1 * load(m + i, lanes) + first * g;
        const Floats square = beta2 * load(v + i, lanes) + second * g * g;
        store(m + i, mean, lanes);
        store(v + i, square, lanes);
        const Floats root = squareRoot(square * correction) + epsilon;
        store(weights + i, keep * load(weights + i, lanes) - pace * mean / root, lanes);
    });
}

} // namespace
} // namespace training
