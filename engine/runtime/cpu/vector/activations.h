// GELU, SwiGLU, rotary positions.

#pragma once

#include "engine/runtime/cpu/vector/math.h"

namespace training {
namespace {

// 2 sqrt(2/pi) (x + 0.044715 x^3): since (1 + tanh(u)) / 2 = sigmoid(2u).
constexpr float kGeluLinear = 1.5957691216057308F;
constexpr float kGeluCubic = kGeluLinear * 0.044715F;

void gelu(float* y, const float* x, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        const Floats value = load(x + i, lanes);
        const Floats u = value * (kGeluLinear + kGeluCubic * value * value);
        store(y + i, value * sigmoid(u), lanes);
    });
}

void geluGrad(float* dx, const float* dy, const float* x, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        const Floats value = load(x + i, lanes);
        const Floats square = value * value;
        const Floats s = sigmoid(value * (kGeluLinear + kGeluCubic * square));
        const Floats slope = kGeluLinear + 3 * kGeluCubic * square;
        store(dx + i, load(dy + i, lanes) * (s + value * s * (1.F - s) * slope), lanes);
    });
}

void swiglu(float* y, const float* gate, const float* up, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        const Floats g = load(gate + i, lanes);
        store(y + i, g * sigmoid(g) * load(up + i, lanes), lanes);
    });
}

void swigluGrad(float* dGate, float* dUp, const float* dy, const float* gate, const float* up,
                std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        const Floats g = load(gate + i, lanes);
        const Floats d = load(dy + i, lanes);
        const Floats s = sigmoid(g);
        store(dGate + i, d * load(up + i, lanes) * s * (1.F + g * (1.F - s)), lanes);
        store(dUp + i, d * g * s, lanes);
    });
}

void rotate(float* low, float* high, const float* cosine, const float* sine, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        const Floats x = load(low + i, lanes);
        const Floats y = load(high + i, lanes);
        const Floats c = load(cosine + i, lanes);
        const Floats s = load(sine + i, lanes);
        store(low + i, x * c - y * s, lanes);
        store(high + i, x * s + y * c, lanes);
    });
}

} // namespace
} // namespace training
