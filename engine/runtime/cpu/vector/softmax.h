// Exponentials of the loss and of attention.

#pragma once

#include "engine/runtime/cpu/vector/math.h"

namespace training {
namespace {

// With the largest x for `shift` none of them overflows, and their sum is at least 1.
float exponentials(float* x, float shift, std::int64_t n)
{
    return sumLanes(n, [&](auto i, auto lanes) {
        const Floats value = exponential(load(x + i, lanes) - shift);
        store(x + i, value, lanes);
        return value;
    });
}

// The probabilities are made again from the scores, since a matrix of them is not kept (Dao et al.
// 2022, algorithm 4). delta: the sum over the row of p times its gradient.
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
