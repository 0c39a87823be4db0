// GELU, SwiGLU, rotary positions.

#pragma once

#include "engine/runtime/cpu/vector/math.h"

namespace training {
namespace {

// GELU by its approximation with tanh (Hendrycks and Gimpel 2016, section 2), as GPT-2 has it:
// x s(u) with u = 2 sqrt(2/pi) (x + 0.044715 x^3), since (1 + tanh(v)) / 2 = s(2 v).
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

// The derivative of x s(u) is s + x s (1 - s) u'; u' is the slope.
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

// SwiGLU (Shazeer 2020, section 2): g s(g) times up, without the linear bias.
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

// Rotary positions (Su et al. 2021, section 3.4.2). The pairs that turn together are an element of
// the first half of a head and its counterpart of the second, as Hugging Face's Llama has them, so
// both are rows of neighbours; the paper pairs neighbours.
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
