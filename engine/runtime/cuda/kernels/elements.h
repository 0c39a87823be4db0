// Reading, writing and adding up what a View shows, in kernels. Whether its elements are F32 or
// BF16 is asked where they are read: all threads take the same branch, and kernels that wait for
// memory have time for it.

#pragma once

#include "engine/runtime/cuda/kernels/grid.h"
#include "engine/runtime/cuda/kernels/view.h"

#include <limits>

namespace gpu {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Four elements that lie side by side, aligned to their size, are read and written at once.
inline constexpr int kPack = 4;

template <int W>
struct Pack {
    float at[W];
};

// What the lane whose number differs by that bit has.
template <int W>
__device__ Pack<W> shuffleXor(const Pack<W>& pack, int by)
{
#ifdef GRID_EMULATED
    return __shfl_xor_sync(kAllLanes, pack, by); // in one exchange
#else
    Pack<W> other;
    for (int i = 0; i < W; ++i)
        other.at[i] = __shfl_xor_sync(kAllLanes, pack.at[i], by);
    return other;
#endif
}

__device__ inline float fromHalf(std::uint16_t bits)
{
    return __uint_as_float(static_cast<unsigned>(bits) << 16);
}

__device__ inline std::uint16_t toHalf(float value)
{
    return __bfloat16_as_ushort(__float2bfloat16_rn(value));
}

// Several elements as one word, which the device takes from multiples of its size alone.
template <class Word>
__device__ Word& wordAt(void* data, std::int64_t at)
{
    Word* const word = static_cast<Word*>(data) + at;
#ifdef GRID_EMULATED
    emulator::expectAligned(word, sizeof(Word), emulator::Line::ofCall());
#endif
    return *word;
}

template <int W>
__device__ Pack<W> read(const View& view, std::int64_t row, std::int64_t column);
template <int W>
__device__ void write(const View& view, std::int64_t row, std::int64_t column, const Pack<W>& pack);

template <>
__device__ inline Pack<1> read<1>(const View& view, std::int64_t row, std::int64_t column)
{
    const std::int64_t at = row * view.stride + column;
    if (view.half)
        return {fromHalf(static_cast<const std::uint16_t*>(view.data)[at])};
    return {static_cast<const float*>(view.data)[at]};
}

template <>
__device__ inline Pack<kPack> read<kPack>(const View& view, std::int64_t row, std::int64_t column)
{
    const std::int64_t at = (row * view.stride + column) / kPack;
    if (view.half) {
        const ushort4 four = wordAt<ushort4>(view.data, at);
        return {fromHalf(four.x), fromHalf(four.y), fromHalf(four.z), fromHalf(four.w)};
    }
    const float4 four = wordAt<float4>(view.data, at);
    return {four.x, four.y, four.z, four.w};
}

template <>
__device__ inline void write<1>(const View& view, std::int64_t row, std::int64_t column,
                                const Pack<1>& pack)
{
    const std::int64_t at = row * view.stride + column;
    if (view.half)
        static_cast<std::uint16_t*>(view.data)[at] = toHalf(pack.at[0]);
    else
        static_cast<float*>(view.data)[at] = pack.at[0];
}

template <>
__device__ inline void write<kPack>(const View& view, std::int64_t row, std::int64_t column,
                                    const Pack<kPack>& pack)
{
    const std::int64_t at = (row * view.stride + column) / kPack;
    if (view.half)
        wordAt<ushort4>(view.data, at) = make_ushort4(toHalf(pack.at[0]), toHalf(pack.at[1]),
                                                      toHalf(pack.at[2]), toHalf(pack.at[3]));
    else
        wordAt<float4>(view.data, at) = make_float4(pack.at[0], pack.at[1], pack.at[2], pack.at[3]);
}

__device__ inline float readOne(const View& view, std::int64_t row, std::int64_t column)
{
    return read<1>(view, row, column).at[0];
}

__device__ inline void writeOne(const View& view, std::int64_t row, std::int64_t column,
                                float value)
{
    write<1>(view, row, column, {value});
}

// Of a vector over the rows: one column of F32 without gaps.
__device__ inline float& inColumn(const View& view, std::int64_t row)
{
    return static_cast<float*>(view.data)[row];
}

// ---- sums and maxima over threads; in an order that is always the same ----

struct Sum {
    template <class T>
    __device__ T operator()(T a, T b) const
    {
        return a + b;
    }
};

struct Maximum {
    // Not-a-number wins, as it does in a sum.
    __device__ float operator()(float a, float b) const { return a > b || a != a ? a : b; }
};

// To all lanes. All of a warp call it.
template <class T, class Combine>
__device__ T overWarp(T value, Combine combine)
{
    for (int by = kWarp / 2; by > 0; by /= 2)
        value = combine(value, __shfl_xor_sync(kAllLanes, value, by));
    return value;
}

// Each element by itself.
template <int W, class Combine>
__device__ Pack<W> overWarp(Pack<W> pack, Combine combine)
{
    for (int by = kWarp / 2; by > 0; by /= 2) {
        const Pack<W> other = shuffleXor(pack, by);
        for (int i = 0; i < W; ++i)
            pack.at[i] = combine(pack.at[i], other.at[i]);
    }
    return pack;
}

// To all threads of a block of `Threads`, a multiple of a warp, along x. All of them call it.
template <int Threads, class T, class Combine>
__device__ T overBlock(T value, Combine combine)
{
    GRID_SHARED(T, warps, Threads / kWarp);
    value = overWarp(value, combine);
    __syncthreads(); // the results of the call before were read
    if (threadIdx.x % kWarp == 0)
        warps[threadIdx.x / kWarp] = value;
    __syncthreads();
    T all = warps[0];
    for (int warp = 1; warp < Threads / kWarp; ++warp)
        all = combine(all, warps[warp]);
    return all;
}

} // namespace gpu
