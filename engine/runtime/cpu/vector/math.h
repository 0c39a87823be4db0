// Functions of a register of floats.

#pragma once

#include "engine/runtime/cpu/vector/lanes.h"

namespace training {
namespace {

// e^x, relative error below 2e-7; 0 below -87.3, infinity above 88.3. x = n ln 2 + r with
// |r| <= ln 2 / 2, and the series of e^r up to r^7 / 7!, whose rest is below 6e-9.
LANES_INLINE Floats exponential(Floats x)
{
    constexpr float kLowest = -87.3F;
    constexpr float kHighest = 88.3F;
    constexpr float kRound = 12582912.F; // 1.5 * 2^23: adding it rounds to whole numbers
    const Floats inside = x < kLowest ? all(kLowest) : x > kHighest ? all(kHighest) : x;
    const Floats rounded = inside * 1.44269504F + kRound;
    const Floats n = rounded - kRound;
    // ln 2 in two parts; the first has few enough bits for n times it to be exact.
    const Floats r = (inside - n * 0.693359375F) + n * 2.12194440e-4F;
    Floats p = r * (1 / 5040.F) + 1 / 720.F;
    p = p * r + 1 / 120.F;
    p = p * r + 1 / 24.F;
    p = p * r + 1 / 6.F;
    p = p * r + 0.5F;
    p = p * r + 1.F;
    p = p * r + 1.F;
    const Bits power = ((Bits)rounded + 127U) << 23; // 2^n
    const Floats result = p * (Floats)power;
    return x < kLowest ? Floats{} : x > kHighest ? all(__builtin_inff()) : result;
}

LANES_INLINE Floats sigmoid(Floats x) { return 1.F / (1.F + exponential(-x)); }

LANES_INLINE Floats squareRoot(Floats x)
{
#if defined(__AVX512F__)
    return (Floats)_mm512_maskz_sqrt_ps(0xffff, (__m512)x); // GCC bug 105593 in the plain one
#elif defined(__AVX2__)
    return (Floats)_mm256_sqrt_ps((__m256)x);
#elif defined(__SSE2__)
    return (Floats)_mm_sqrt_ps((__m128)x);
#else
    for (int lane = 0; lane < kLanes; ++lane)
        x[lane] = __builtin_sqrtf(x[lane]);
    return x;
#endif
}

} // namespace
} // namespace training
