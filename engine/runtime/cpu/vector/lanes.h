// As many floats as one register holds, through the vectors that both GCC and clang know.
//
// This folder is compiled once for each instruction set. Everything in it is in an unnamed
// namespace and nothing of the standard library is called: an inline function that two
// instruction sets share would be linked once, perhaps with instructions the processor lacks.

#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace training {
namespace {

#if defined(__AVX512F__)
constexpr int kLanes = 16;
#elif defined(__AVX2__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif

using Floats = float __attribute__((vector_size(4 * kLanes)));
using Ints = std::int32_t __attribute__((vector_size(4 * kLanes)));
using Bits = std::uint32_t __attribute__((vector_size(4 * kLanes)));
using HalfBits = std::uint16_t __attribute__((vector_size(2 * kLanes)));
using HalfFloats = float __attribute__((vector_size(2 * kLanes)));
using Doubles = double __attribute__((vector_size(4 * kLanes)));

#define LANES_INLINE __attribute__((always_inline)) inline

// A whole register, or the last few elements of a row. Types rather than a number of lanes, so that
// the loop over whole registers has no branch.
struct Whole {};
struct Part {
    int count; // of [1, kLanes)
};

// Subtracted and not added, because -0 + 0 is 0 and would lose its sign.
LANES_INLINE Floats all(float value) { return value - Floats{}; }

template <class Vector, class Element>
LANES_INLINE Vector load(const Element* from, Whole)
{
    Vector vector;
    __builtin_memcpy(&vector, from, sizeof vector);
    return vector;
}

// Lanes from `count` on are zero.
template <class Vector, class Element>
LANES_INLINE Vector load(const Element* from, Part part)
{
    Vector vector{};
    for (int lane = 0; lane < part.count; ++lane)
        vector[lane] = from[lane];
    return vector;
}

LANES_INLINE Floats load(const float* from, Whole whole) { return load<Floats>(from, whole); }
LANES_INLINE Floats load(const float* from, Part part) { return load<Floats>(from, part); }

template <class Vector, class Element>
LANES_INLINE void store(Element* to, Vector vector, Whole)
{
    __builtin_memcpy(to, &vector, sizeof vector);
}

template <class Vector, class Element>
LANES_INLINE void store(Element* to, Vector vector, Part part)
{
    for (int lane = 0; lane < part.count; ++lane)
        to[lane] = vector[lane];
}

// Zero, or `other`, in the lanes that are not part of the row.
LANES_INLINE Floats only(Floats vector, Whole, float = 0) { return vector; }
LANES_INLINE Floats only(Floats vector, Part part, float other = 0)
{
    for (int lane = part.count; lane < kLanes; ++lane)
        vector[lane] = other;
    return vector;
}

// body(i, Whole or Part) for each register of n elements.
template <class Body>
LANES_INLINE void forLanes(std::int64_t n, Body body)
{
    std::int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
        body(i, Whole{});
    if (i < n)
        body(i, Part{static_cast<int>(n - i)});
}

// Lane after lane: with one instruction set the same sum in every run.
LANES_INLINE float total(Floats vector)
{
    float sum = 0;
    for (int lane = 0; lane < kLanes; ++lane)
        sum += vector[lane];
    return sum;
}

// The sum of body(i, Whole or Part): four sums at once, since one waits for its adder.
template <class Body>
LANES_INLINE float sumLanes(std::int64_t n, Body body)
{
    Floats sums[4] = {};
    std::int64_t i = 0;
    for (; i + 4 * kLanes <= n; i += 4 * kLanes)
        for (int k = 0; k < 4; ++k)
            sums[k] += body(i + k * kLanes, Whole{});
    for (; i + kLanes <= n; i += kLanes)
        sums[0] += body(i, Whole{});
    if (i < n)
        sums[1] += only(body(i, Part{static_cast<int>(n - i)}), Part{static_cast<int>(n - i)});
    return total((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

} // namespace
} // namespace training
