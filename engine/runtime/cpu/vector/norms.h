// A row of a norm and of its gradients.

#pragma once

#include "engine/runtime/cpu/vector/lanes.h"

namespace training {
namespace {

// About a mean that is known, in a pass of its own. The mean of the squares less the square of the
// mean needs one pass only, and has no digits left where the mean is large beside the deviation.
float spread(const float* x, float mean, std::int64_t n)
{
    return sumLanes(n, [&](auto i, auto lanes) {
        const Floats distance = load(x + i, lanes) - mean;
        return distance * distance;
    });
}

// LayerNorm (Ba et al. 2016), or RMSNorm (Zhang and Sennrich 2019) with a mean of 0 and no bias.
void normalize(float* y, const float* x, float mean, float rstd, const float* gain,
               const float* bias, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        Floats value = (load(x + i, lanes) - mean) * rstd * load(gain + i, lanes);
        if (bias != nullptr)
            value += load(bias + i, lanes);
        store(y + i, value, lanes);
    });
}

void normSums(float* sums, const float* dy, const float* x, float mean, float rstd,
              const float* gain, std::int64_t n)
{
    Floats plain{};
    Floats weighted{};
    forLanes(n, [&](auto i, auto lanes) {
        const Floats g = load(dy + i, lanes) * load(gain + i, lanes); // 0 beyond the row
        plain += g;
        weighted += g * (load(x + i, lanes) - mean);
    });
    sums[0] = total(plain);
    sums[1] = total(weighted) * rstd;
}

// Added to dx, which already has the gradient that goes around the norm, through the residual.
void normInputGrad(float* dx, const float* dy, const float* x, float mean, float rstd,
                   const float* gain, float a, float b, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        const Floats g = load(dy + i, lanes) * load(gain + i, lanes);
        const Floats h = (load(x + i, lanes) - mean) * rstd;
        store(dx + i, load(dx + i, lanes) + rstd * (g - a - b * h), lanes);
    });
}

// Added: the gradient of a weight is the sum over all rows and all microbatches of the step.
void normWeightGrad(float* dGain, float* dBias, const float* dy, const float* x, float mean,
                    float rstd, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        const Floats d = load(dy + i, lanes);
        const Floats h = (load(x + i, lanes) - mean) * rstd;
        store(dGain + i, load(dGain + i, lanes) + d * h, lanes);
        if (dBias != nullptr)
            store(dBias + i, load(dBias + i, lanes) + d, lanes);
    });
}

} // namespace
} // namespace training
