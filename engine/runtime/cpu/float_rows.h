// Loops over rows of floats: what is left of the CPU's kernels once types, strides and
// threads are taken away. Compiled once for each instruction set; the program picks one when
// it starts, and stays with it.
//
// n: number of elements, >= 0. Arrays do not overlap unless said.

#pragma once

#include <cstdint>

namespace training {

struct AdamStep;

struct FloatRows {
    const char* instructions; // "AVX2", …

    // BF16 is rounded to nearest, ties to even; not-a-number stays one.
    void (*fromBf16)(float* y, const std::uint16_t* x, std::int64_t n);
    void (*toBf16)(std::uint16_t* y, const float* x, std::int64_t n);

    void (*add)(float* y, const float* x, std::int64_t n);                     // y += x
    void (*addScaled)(float* y, const float* x, float f, std::int64_t n);      // y += f x
    void (*blend)(float* y, float a, const float* x, float b, std::int64_t n); // y = a y + b x
    void (*scale)(float* y, float factor, std::int64_t n);
    // sums[i] += x[i] + x[stride + i] + …, of `rows` rows
    void (*addRows)(float* sums, const float* x, std::int64_t stride, std::int64_t rows,
                    std::int64_t n);

    float (*sum)(const float* x, std::int64_t n);
    float (*dot)(const float* a, const float* b, std::int64_t n);
    float (*maximum)(const float* x, std::int64_t n); // -infinity of none
    double (*sumOfSquares)(const float* x, std::int64_t n);

    void (*gelu)(float* y, const float* x, std::int64_t n);
    void (*geluGrad)(float* dx, const float* dy, const float* x, std::int64_t n); // dx may be dy
    void (*swiglu)(float* y, const float* gate, const float* up, std::int64_t n);
    void (*swigluGrad)(float* dGate, float* dUp, const float* dy, const float* gate,
                       const float* up, std::int64_t n);
    // (low, high) turns by the angle of (cosine, sine).
    void (*rotate)(float* low, float* high, const float* cosine, const float* sine, std::int64_t n);

    // Sum of (x - mean)^2.
    float (*spread)(const float* x, float mean, std::int64_t n);
    // y = (x - mean) rstd gain + bias; bias may be null.
    void (*normalize)(float* y, const float* x, float mean, float rstd, const float* gain,
                      const float* bias, std::int64_t n);
    // With g = dy gain and h = (x - mean) rstd: sums[0] = sum of g, sums[1] = sum of g h.
    void (*normSums)(float* sums, const float* dy, const float* x, float mean, float rstd,
                     const float* gain, std::int64_t n);
    // dx += rstd (g - a - b h)
    void (*normInputGrad)(float* dx, const float* dy, const float* x, float mean, float rstd,
                          const float* gain, float a, float b, std::int64_t n);
    // dGain += dy h; dBias += dy, where it is not null.
    void (*normWeightGrad)(float* dGain, float* dBias, const float* dy, const float* x, float mean,
                           float rstd, std::int64_t n);

    // x = exp(x - shift); their sum.
    float (*exponentials)(float* x, float shift, std::int64_t n);
    // p = exp(score - logSum), in place of the score; dp = p (dp - delta) scale.
    void (*scoreGrad)(float* score, float* dp, float logSum, float delta, float scale,
                      std::int64_t n);

    void (*adamw)(const AdamStep& step, float gradientScale, float* weights, const float* gradients,
                  float* m, float* v, std::int64_t n);
};

// The widest that this processor has. Never changes while the program runs.
const FloatRows& floatRows();

// One for each instruction set that was compiled; null where the processor lacks it.
const FloatRows* floatRowsPlain();
const FloatRows* floatRowsAvx2();
const FloatRows* floatRowsAvx512();

} // namespace training
