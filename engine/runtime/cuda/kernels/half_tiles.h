// Tiles of BF16 in shared memory and their products on the tensor cores, for attention.
//
// A warp computes M * 16 rows of a product. Sums are [M][columns / 8][4]: blocks of 16 x 8 as
// multiplyAdd() has them. Two of them side by side lie in registers just as a left factor of 16 x
// 16 does: what attention multiplies next it has where it needs it.

#pragma once

#include "engine/runtime/cuda/kernels/attention_tiles.h"
#include "engine/runtime/cuda/kernels/tensor_cores.h"

#include <cstring>
#include <type_traits>

namespace gpu {

inline constexpr int kFragment = 16;     // rows and columns of a left factor
inline constexpr int kHalfThreads = 128; // of a block
inline constexpr int kHalfWarps = kHalfThreads / kWarp;
// Blocks that a multiprocessor has at least, where that is said. For more there are few registers:
// the compiler would rather spill some than have two.
inline constexpr int kHalfBlocks = 2;
inline constexpr float kLog2E = 1.44269504F; // exponentials are taken as powers of 2

// Rows of a head, padded with zeros to D columns. They lie 16 bytes further apart than they are
// long: the eight rows that an instruction reads at once are in banks of their own.
template <int D>
struct HalfTile {
    static constexpr int kStride = D + 8;
    std::uint16_t* values;

    static constexpr std::size_t bytes(int rows)
    {
        return sizeof(std::uint16_t) * static_cast<std::size_t>(rows) * kStride;
    }
    __device__ std::uint16_t* at(int row, int column) const
    {
        return values + row * kStride + column;
    }
    // What lies `rows` behind its beginning.
    __device__ HalfTile behind(int rows) const { return {at(rows, 0)}; }

    // Starts to copy `Rows` places from `first` on; 0 from `end` on.
    template <int Rows>
    __device__ void start(const View& from, const HeadOf& head, int first, int end) const
    {
        constexpr int kChunk = 8; // 16 bytes
        const auto* const all = static_cast<const std::uint16_t*>(from.data);
        const auto* const rows = all + head.row(first) * from.stride + head.column(0);
        const std::int64_t step = head.batch * from.stride;
        for (int i = static_cast<int>(threadIdx.x); i < Rows * (D / kChunk); i += kHalfThreads) {
            const int row = i / (D / kChunk);
            const int column = i % (D / kChunk) * kChunk;
            const bool there = first + row < end && column < head.size;
            startCopy<16>(at(row, column), there ? rows + row * step + column : all, there);
        }
    }
};

__device__ inline int laneOf() { return static_cast<int>(threadIdx.x) % kWarp; }
// g and t of tensor_cores.h.
__device__ inline int groupInWarp() { return laneOf() / 4; }
__device__ inline int placeInGroup() { return laneOf() % 4; }

// 16 x 16 from (row, column) as a left factor.
template <int D>
__device__ void loadLeft(unsigned (&to)[4], const HalfTile<D>& tile, int row, int column)
{
    const int matrix = laneOf() / 8;
    loadMatrices(to, tile.at(row + matrix % 2 * 8 + laneOf() % 8, column + matrix / 2 * 8));
}

// 16 x 16 from (row, column), turned, as two right factors: of rows row …, row + 8 ….
template <int D>
__device__ void loadRightTurned(unsigned (&to)[4], const HalfTile<D>& tile, int row, int column)
{
    const int matrix = laneOf() / 8;
    loadMatrices(to, tile.at(row + matrix / 2 * 8 + laneOf() % 8, column + matrix % 2 * 8));
}

// 16 x 16 from (row, column) as two right factors: of columns column …, column + 8 ….
template <int D>
__device__ void loadRight(unsigned (&to)[4], const HalfTile<D>& tile, int row, int column)
{
    const int matrix = laneOf() / 8;
    loadMatricesTurned(to, tile.at(row + matrix % 2 * 8 + laneOf() % 8, column + matrix / 2 * 8));
}

// The first is the lower half.
__device__ inline unsigned pairOf(float first, float second)
{
    const __nv_bfloat162 pair = __floats2bfloat162_rn(first, second);
    unsigned bits = 0;
    memcpy(&bits, &pair, sizeof bits);
    return bits;
}

template <int M, int Columns>
using Sums = float[M][Columns / 8][4];

template <int M, int Columns>
__device__ void clear(float (&sums)[M][Columns][4])
{
    GRID_UNROLL
    for (int m = 0; m < M; ++m)
        GRID_UNROLL
    for (int n = 0; n < Columns; ++n)
        GRID_UNROLL
    for (int i = 0; i < 4; ++i)
        sums[m][n][i] = 0;
}

// to += the M * 16 rows of `left` from `row` on, times the N rows of `right` turned.
template <int M, int N, int D>
__device__ void multiplyTurned(float (&to)[M][N][4], const HalfTile<D>& left, int row,
                               const HalfTile<D>& right)
{
    GRID_UNROLL
    for (int k = 0; k < D; k += kFragment) {
        unsigned rows[M][4];
        GRID_UNROLL
        for (int m = 0; m < M; ++m)
            loadLeft(rows[m], left, row + m * kFragment, k);
        GRID_UNROLL
        for (int n = 0; n < N; n += 2) {
            unsigned columns[4];
            loadRightTurned(columns, right, n * 8, k);
            GRID_UNROLL
            for (int m = 0; m < M; ++m) {
                multiplyAdd(to[m][n], rows[m], columns[0], columns[1]);
                multiplyAdd(to[m][n + 1], rows[m], columns[2], columns[3]);
            }
        }
    }
}

// to += left, rounded to BF16, times as many rows of `right` as it has columns, in their columns
// from `column` on.
template <int M, int Columns, int N, int D>
__device__ void multiply(float (&to)[M][Columns][4], const float (&left)[M][N][4],
                         const HalfTile<D>& right, int column)
{
    GRID_UNROLL
    for (int k = 0; k < N; k += 2) {
        unsigned rows[M][4];
        GRID_UNROLL
        for (int m = 0; m < M; ++m)
            GRID_UNROLL
        for (int i = 0; i < 4; ++i)
            rows[m][i] = pairOf(left[m][k + i / 2][i % 2 * 2], left[m][k + i / 2][i % 2 * 2 + 1]);
        GRID_UNROLL
        for (int n = 0; n < Columns; n += 2) {
            unsigned columns[4];
            loadRight(columns, right, k * 8, column + n * 8);
            GRID_UNROLL
            for (int m = 0; m < M; ++m) {
                multiplyAdd(to[m][n], rows[m], columns[0], columns[1]);
                multiplyAdd(to[m][n + 1], rows[m], columns[2], columns[3]);
            }
        }
    }
}

// f(m, h) for each of the rows of which a lane has numbers: row m * 16 + h * 8 + g, whose numbers
// in a block are 2h, 2h + 1.
template <int M, class F>
__device__ void eachRow(const F& f)
{
    GRID_UNROLL
    for (int m = 0; m < M; ++m)
        GRID_UNROLL
    for (int h = 0; h < 2; ++h)
        f(m, h);
}

__device__ inline int rowInWarp(int m, int h) { return m * kFragment + h * 8 + groupInWarp(); }
__device__ inline int columnInTile(int n, int i) { return n * 8 + placeInGroup() * 2 + i; }

// Over the four lanes that share rows.
template <class Combine>
__device__ float overGroup(float value, Combine combine)
{
    value = combine(value, __shfl_xor_sync(kAllLanes, value, 1));
    return combine(value, __shfl_xor_sync(kAllLanes, value, 2));
}

// Two elements side by side, aligned to their size.
__device__ inline float2 readPair(const View& view, std::int64_t row, std::int64_t column)
{
    const std::int64_t at = (row * view.stride + column) / 2;
    if (!view.half)
        return wordAt<float2>(view.data, at);
    const ushort2 pair = wordAt<ushort2>(view.data, at);
    return make_float2(fromHalf(pair.x), fromHalf(pair.y));
}
__device__ inline void writePair(const View& view, std::int64_t row, std::int64_t column,
                                 float2 pair)
{
    const std::int64_t at = (row * view.stride + column) / 2;
    if (view.half)
        wordAt<unsigned>(view.data, at) = pairOf(pair.x, pair.y);
    else
        wordAt<float2>(view.data, at) = pair;
}

// What stands in the columns of the head from `firstColumn` on times `before`, plus `factor` times
// the sums, two at a time. What is times 0 is not read: it may be no number.
template <int Columns>
__device__ void deliver(const View& to, float before, const HeadOf& head, int place,
                        int firstColumn, float factor, const float (&sums)[Columns][4], int h)
{
    const std::int64_t row = head.row(place);
    GRID_UNROLL
    for (int n = 0; n < Columns; ++n) {
        const int column = firstColumn + columnInTile(n, 0);
        if (column >= head.size)
            continue;
        const std::int64_t at = head.column(column);
        const float2 there = before != 0 ? readPair(to, row, at) : make_float2(0, 0);
        writePair(to, row, at,
                  make_float2(before * there.x + factor * sums[n][2 * h],
                              before * there.y + factor * sums[n][2 * h + 1]));
    }
}

// Calls f with the columns that heads of `size` are padded to, as a constant.
template <class F>
void forColumns(int size, const F& f)
{
    if (size <= 32)
        f(std::integral_constant<int, 32>());
    else if (size <= 64)
        f(std::integral_constant<int, 64>());
    else if (size <= 96)
        f(std::integral_constant<int, 96>());
    else if (size <= 128)
        f(std::integral_constant<int, 128>());
    else
        f(std::integral_constant<int, 256>());
}

} // namespace gpu
