// Blocks of queries that all keys pass: of the forward, and of the gradient of the queries.

#pragma once

#include "engine/runtime/cuda/kernels/half_tiles.h"

namespace gpu {

// M * 16 queries a warp; N keys, and their values, at a time, the next on their way while some are
// worked on.
template <int D, int M, int N>
struct QueryBlock {
    static constexpr int kQueries = kHalfWarps * M * kFragment;

    const View& k;
    const View& v;
    Sight sight;
    HeadOf head;
    HeadOf kvHead;
    int first;        // query of the block
    int ownRow;       // of the warp, in the block
    int tiles;        // of keys that any query of the block sees
    HalfTile<D> keys; // two tiles, then two of values

    __device__ QueryBlock(const AttentionShape& shape, const View& q, const View& k_,
                          const View& v_, const HalfTile<D>& room)
        : k(k_)
        , v(v_)
        , sight(sightOf(shape, q, k_))
        , head(queryHead(shape))
        , kvHead(keyHead(shape, head.head / groupOf(shape)))
        // The last queries see most under a causal mask; what takes longest begins first.
        , first(static_cast<int>(gridDim.x - 1 - blockIdx.x) * kQueries)
        , ownRow(static_cast<int>(threadIdx.x) / kWarp * M * kFragment)
        , tiles((seenBy(first + kQueries - 1) + N - 1) / N)
        , keys(room)
    {
    }

    __device__ int queries() const { return static_cast<int>(sight.queries); }
    __device__ int query(int m, int h) const { return first + ownRow + rowInWarp(m, h); }
    // Of all keys, those that query sees.
    __device__ int seenBy(int query) const { return static_cast<int>(sight.keysUpTo(query)); }
    // Whether any query of the warp sees any of the tile.
    __device__ bool sees(int tile) const
    {
        return tile * N < seenBy(first + ownRow + M * kFragment - 1);
    }

    __device__ HalfTile<D> keysOf(int tile) const { return keys.behind(tile % 2 * N); }
    __device__ HalfTile<D> valuesOf(int tile) const { return keys.behind((2 + tile % 2) * N); }
    __device__ void start(int tile) const
    {
        const auto all = static_cast<int>(sight.keys);
        keysOf(tile).template start<N>(k, kvHead, tile * N, all);
        valuesOf(tile).template start<N>(v, kvHead, tile * N, all);
    }
    // Until the tile is there, for all threads together.
    __device__ void await(int tile) const
    {
        awaitCopies();
        __syncthreads(); // it is there, and that before it was read
        if (tile + 1 < tiles)
            start(tile + 1);
    }

    // Of scores of keys that a query does not see no exponential is left.
    __device__ void hide(float (&scores)[M][N / 8][4], int tile) const
    {
        if ((tile + 1) * N <= seenBy(first + ownRow))
            return; // all queries of the warp see all of it
        eachRow<M>([&](int m, int h) {
            const int seen = seenBy(query(m, h)) - tile * N;
            GRID_UNROLL
            for (int n = 0; n < N / 8; ++n)
                GRID_UNROLL
            for (int i = 0; i < 2; ++i)
                if (columnInTile(n, i) >= seen)
                    scores[m][n][2 * h + i] = -kInfinity;
        });
    }
};

} // namespace gpu
