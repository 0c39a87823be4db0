// Sums, scalings, conversions.

#pragma once

#include "engine/runtime/cpu/vector/lanes.h"

namespace training {
namespace {

// A bf16 is the upper half of a float, so the way back is exact.
void fromBf16(float* y, const std::uint16_t* x, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        const Bits wide = __builtin_convertvector(load<HalfBits>(x + i, lanes), Bits);
        store(y + i, (Floats)(wide << 16), lanes);
    });
}

void toBf16(std::uint16_t* y, const float* x, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        const Floats value = load(x + i, lanes);
        const Bits bits = (Bits)value;
        // Adding half of the last place that stays, a little less where that place is even, and
        // cutting off is rounding to nearest, ties to even.
        const Bits nearest = (bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16;
        const Bits quiet = (bits >> 16) | 0x40U; // a not-a-number must not round to infinity
        // NOLINTNEXTLINE(misc-redundant-expression): true of a not-a-number
        const Bits chosen = value != value ? quiet : nearest;
        store(y + i, __builtin_convertvector(chosen, HalfBits), lanes);
    });
}

void add(float* y, const float* x, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        store(y + i, load(y + i, lanes) + load(x + i, lanes), lanes);
    });
}

// The product and the sum may be one instruction, rounded once: the build allows it (see
// -ffp-contract), so results of two instruction sets differ in the last place.
void addScaled(float* y, const float* x, float f, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        store(y + i, load(y + i, lanes) + f * load(x + i, lanes), lanes);
    });
}

void blend(float* y, float a, const float* x, float b, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) {
        store(y + i, a * load(y + i, lanes) + b * load(x + i, lanes), lanes);
    });
}

void scale(float* y, float factor, std::int64_t n)
{
    forLanes(n, [&](auto i, auto lanes) { store(y + i, factor * load(y + i, lanes), lanes); });
}

// Four rows at a time: a sum is read and written once for them.
void addRows(float* sums, const float* x, std::int64_t stride, std::int64_t rows, std::int64_t n)
{
    std::int64_t row = 0;
    for (; row + 4 <= rows; row += 4) {
        const float* a = x + row * stride;
        forLanes(n, [&](auto i, auto lanes) {
            const Floats first = load(a + i, lanes) + load(a + stride + i, lanes);
            const Floats second = load(a + 2 * stride + i, lanes) + load(a + 3 * stride + i, lanes);
            store(sums + i, load(sums + i, lanes) + (first + second), lanes);
        });
    }
    for (; row < rows; ++row)
        add(sums, x + row * stride, n);
}

float sum(const float* x, std::int64_t n)
{
    return sumLanes(n, [&](auto i, auto lanes) { return load(x + i, lanes); });
}

float dot(const float* a, const float* b, std::int64_t n)
{
    return sumLanes(n, [&](auto i, auto lanes) { return load(a + i, lanes) * load(b + i, lanes); });
}

// Lanes beyond the row are taken for minus infinity: a zero there would win over negative scores.
float maximum(const float* x, std::int64_t n)
{
    Floats largest = all(-__builtin_inff());
    forLanes(n, [&](auto i, auto lanes) {
        const Floats value = only(load(x + i, lanes), lanes, -__builtin_inff());
        largest = value > largest ? value : largest;
    });
    float result = largest[0];
    for (int lane = 1; lane < kLanes; ++lane)
        result = largest[lane] > result ? largest[lane] : result;
    return result;
}

// In doubles, half as many per register: the norm of all gradients adds up every weight's, and
// clipping compares it on all ranks.
double sumOfSquares(const float* x, std::int64_t n)
{
    Doubles sums[4] = {};
    constexpr int kHalf = kLanes / 2;
    std::int64_t i = 0;
    for (; i + 4 * kHalf <= n; i += 4 * kHalf)
        for (int k = 0; k < 4; ++k) {
            const auto half = load<HalfFloats>(x + i + k * kHalf, Whole{});
            const Doubles value = __builtin_convertvector(half, Doubles);
            sums[k] += value * value;
        }
    const Doubles sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    double result = 0;
    for (int lane = 0; lane < kHalf; ++lane)
        result += sum[lane];
    for (; i < n; ++i)
        result += double(x[i]) * double(x[i]);
    return result;
}

} // namespace
} // namespace training
