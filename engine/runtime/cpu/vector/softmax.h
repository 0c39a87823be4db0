// Exponentials of the loss and of attention.

#pragma once

#include "engine/runtime/cpu/vector/math.h"

namespace training {
namespace {

float exponentials(float* x, float shift, std::int64_t n)
{
    return sumLanes(n, [&](auto i, auto lanes) {
        const Floats value = exponential(load(x + i, lanes) - shift);
        store(x + i, value, lanes);
        return value;
    });
}

void scoreGrad(float* score, float* dp, float logSum, float delta, float scale, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        const Floats p = exponential(load(score + i, lanes) - logSum);
        store(score + i, p, lanes);
        store(dp + i, p * (load(dp + i, lanes) - delta) * scale, lanes);
    });
}

} // namespace
} // namespace training
