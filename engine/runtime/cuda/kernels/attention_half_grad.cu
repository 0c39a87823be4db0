// The backward on the tensor cores. Scores are made again from logSum, once for the gradient of
// the queries and once for that of keys and values: a warp has one side's rows and their sums in
// registers, and the tiles of the other side pass.

#include "engine/runtime/cuda/kernels/attention_half.h"
#include "engine/runtime/cuda/kernels/half_queries.h"

namespace gpu {

namespace {

// Scores and gradients of probabilities become probabilities and gradients of scores, but for the
// scale of the scores (Dao et al. 2022, Alg. 4).
__device__ inline void scoreGrad(float& score, float& grad, float scale2, float logSum2,
                                 float delta)
{
    score = roughExp2(score * scale2 - logSum2);
    grad = score * (grad - delta);
}

// ---- dq ----

template <int D>
struct QueryTiles {
    static constexpr int M = D <= 64 ? 2 : 1;
    static constexpr int N = D <= 128 ? 32 : 16; // keys at once
    using Block = QueryBlock<D, M, N>;
    static constexpr std::size_t kShared = HalfTile<D>::bytes(2 * Block::kQueries + 4 * N);
};

template <int D>
__global__ void __launch_bounds__(kHalfThreads, kHalfBlocks)
    queryGradHalfKernel(AttentionShape shape, AttentionGrad views)
{
    constexpr int M = QueryTiles<D>::M;
    constexpr int N = QueryTiles<D>::N;
    using Block = typename QueryTiles<D>::Block;
    constexpr int kQueries = Block::kQueries;
    const HalfTile<D> queries{dynamicShared<std::uint16_t>()};
    const HalfTile<D> outGrads = queries.behind(kQueries);
    const Block block(shape, views.q, views.k, views.v, outGrads.behind(kQueries));
    const HeadOf& head = block.head;
    queries.template start<kQueries>(views.q, head, block.first, block.queries());
    outGrads.template start<kQueries>(views.dOut, head, block.first, block.queries());
    block.start(0);

    const float scale = rsqrtf(static_cast<float>(shape.size));
    float logSums2[M][2];
    float deltas[M][2];
    eachRow<M>([&](int m, int h) {
        const int query = block.query(m, h);
        const bool there = query < block.queries();
        logSums2[m][h]
            = there ? readOne(views.logSum, head.row(query), head.head) * kLog2E : kInfinity;
        deltas[m][h] = there ? readOne(views.delta, head.row(query), head.head) : 0;
    });
    Sums<M, D> sums;
    clear(sums);
    for (int tile = 0; tile < block.tiles; ++tile) {
        block.await(tile);
        if (!block.sees(tile))
            continue;
        Sums<M, N> scores;
        Sums<M, N> grads;
        clear(scores);
        clear(grads);
        multiplyTurned(scores, queries, block.ownRow, block.keysOf(tile));
        multiplyTurned(grads, outGrads, block.ownRow, block.valuesOf(tile));
        block.hide(scores, tile);
        eachRow<M>([&](int m, int h) {
            GRID_UNROLL
            for (int n = 0; n < N / 8; ++n)
                GRID_UNROLL
            for (int i = 2 * h; i < 2 * h + 2; ++i)
                scoreGrad(scores[m][n][i], grads[m][n][i], scale * kLog2E, logSums2[m][h],
                          deltas[m][h]);
        });
        multiply(sums, grads, block.keysOf(tile), 0);
    }
    eachRow<M>([&](int m, int h) {
        if (block.query(m, h) < block.queries())
            deliver(views.dq, views.add ? 1 : 0, head, block.query(m, h), 0, scale, sums[m], h);
    });
}

// ---- dk, dv ----

// Of wide heads a block sums a part of the columns alone, for which it makes all scores.
template <int D>
struct KeyTiles {
    static constexpr int kColumns = D < 128 ? D : 128;
    static constexpr int kParts = D / kColumns;
    static constexpr int M = D <= 64 ? 2 : 1;
    static constexpr int N = D <= 128 ? 32 : 16; // queries at once
    static constexpr int kKeys = kHalfWarps * M * kFragment;
    static constexpr std::size_t kShared = HalfTile<D>::bytes(2 * kKeys + 4 * N);
};

// A block of keys that all queries pass which see any of them, of all heads that share the keys;
// the next of them on their way while some are worked on.
template <int D>
struct KeyBlock {
    static constexpr int M = KeyTiles<D>::M;
    static constexpr int N = KeyTiles<D>::N;

    const AttentionGrad& views;
    Sight sight;
    HeadOf kvHead;
    int group;
    int first;           // key of the block
    int own;             // of the warp
    int begin;           // the first query
    int tilesOfHead;     // of queries
    HalfTile<D> queries; // two tiles, then two of outGrads

    __device__ KeyBlock(const AttentionShape& shape, const AttentionGrad& views_,
                        const HalfTile<D>& room)
        : views(views_)
        , sight(sightOf(shape, views_.q, views_.k))
        , kvHead(keyHead(shape, static_cast<int>(blockIdx.y)))
        , group(groupOf(shape))
        , first(static_cast<int>(blockIdx.x) / KeyTiles<D>::kParts * KeyTiles<D>::kKeys)
        , own(first + static_cast<int>(threadIdx.x) / kWarp * M * kFragment)
        , begin(shape.causal ? first / N * N : 0)
        , tilesOfHead(begin < count() ? (count() - begin + N - 1) / N : 0)
        , queries(room)
    {
    }

    __device__ int count() const { return static_cast<int>(sight.queries); }
    __device__ int tiles() const { return tilesOfHead * group; }
    __device__ int firstQuery(int tile) const { return begin + tile % tilesOfHead * N; }
    // Whether any query of the tile sees any key of the warp.
    __device__ bool sees(int tile) const { return !sight.causal || firstQuery(tile) + N > own; }

    __device__ HalfTile<D> queriesOf(int tile) const { return queries.behind(tile % 2 * N); }
    __device__ HalfTile<D> outGradsOf(int tile) const { return queries.behind((2 + tile % 2) * N); }
    // logSum and delta of a query of the tile, between its row and the next.
    __device__ float* numbersOf(int tile, int query) const
    {
        return reinterpret_cast<float*>(queriesOf(tile).at(query, D));
    }
    __device__ void start(int tile) const
    {
        HeadOf head = kvHead;
        head.head = kvHead.head * group + tile / tilesOfHead;
        const int from = firstQuery(tile);
        queriesOf(tile).template start<N>(views.q, head, from, count());
        outGradsOf(tile).template start<N>(views.dOut, head, from, count());
        for (int i = static_cast<int>(threadIdx.x); i < 2 * N; i += kHalfThreads) {
            const View& view = i < N ? views.logSum : views.delta;
            const auto* const all = static_cast<const float*>(view.data);
            const int query = from + i % N;
            const bool there = query < count();
            startCopy<4>(numbersOf(tile, i % N) + i / N,
                         there ? all + head.row(query) * view.stride + head.head : all, there);
        }
    }
    // Until the tile is there, for all threads together.
    __device__ void await(int tile) const
    {
        awaitCopies();
        __syncthreads(); // it is there, and that before it was read
        if (tile + 1 < tiles())
            start(tile + 1);
    }

    // Scores and gradients of probabilities become probabilities and gradients of scores. Of
    // queries beyond the end all is 0: their probabilities are 1, and add nothing.
    __device__ void throughSoftmax(float (&scores)[M][N / 8][4], float (&grads)[M][N / 8][4],
                                   int tile, float scale2) const
    {
        const bool hides = sight.causal && firstQuery(tile) < own + M * kFragment - 1;
        GRID_UNROLL
        for (int n = 0; n < N / 8; ++n)
            GRID_UNROLL
        for (int i = 0; i < 2; ++i) {
            const float* const numbers = numbersOf(tile, columnInTile(n, i));
            const float logSum2 = numbers[0] * kLog2E;
            const float delta = numbers[1];
            const int query = firstQuery(tile) + columnInTile(n, i);
            eachRow<M>([&](int m, int h) {
                float& score = scores[m][n][2 * h + i];
                if (hides && query < own + rowInWarp(m, h))
                    score = -kInfinity;
                scoreGrad(score, grads[m][n][2 * h + i], scale2, logSum2, delta);
            });
        }
    }
};

template <int D>
__global__ void __launch_bounds__(kHalfThreads, kHalfBlocks)
    keyGradHalfKernel(AttentionShape shape, AttentionGrad views)
{
    using Cut = KeyTiles<D>;
    constexpr int M = Cut::M;
    constexpr int N = Cut::N;
    const HalfTile<D> keys{dynamicShared<std::uint16_t>()};
    const HalfTile<D> values = keys.behind(Cut::kKeys);
    const KeyBlock<D> block(shape, views, values.behind(Cut::kKeys));
    const int allKeys = static_cast<int>(block.sight.keys);
    const int firstColumn = static_cast<int>(blockIdx.x) % Cut::kParts * Cut::kColumns;
    const int ownRow = block.own - block.first;
    const int tiles = block.tiles();
    keys.template start<Cut::kKeys>(views.k, block.kvHead, block.first, allKeys);
    values.template start<Cut::kKeys>(views.v, block.kvHead, block.first, allKeys);
    if (tiles > 0)
        block.start(0);

    const float scale = rsqrtf(static_cast<float>(shape.size));
    Sums<M, Cut::kColumns> keySums;
    Sums<M, Cut::kColumns> valueSums;
    clear(keySums);
    clear(valueSums);
    for (int tile = 0; tile < tiles; ++tile) {
        block.await(tile);
        if (!block.sees(tile))
            continue;
        Sums<M, N> scores;
        Sums<M, N> grads;
        clear(scores);
        clear(grads);
        multiplyTurned(scores, keys, ownRow, block.queriesOf(tile));
        multiplyTurned(grads, values, ownRow, block.outGradsOf(tile));
        block.throughSoftmax(scores, grads, tile, scale * kLog2E);
        multiply(valueSums, scores, block.outGradsOf(tile), firstColumn);
        multiply(keySums, grads, block.queriesOf(tile), firstColumn);
    }
    const float before = views.add ? 1 : 0;
    eachRow<M>([&](int m, int h) {
        const int key = block.own + rowInWarp(m, h);
        if (key >= allKeys)
            return;
        deliver(views.dk, before, block.kvHead, key, firstColumn, scale, keySums[m], h);
        deliver(views.dv, before, block.kvHead, key, firstColumn, 1, valueSums[m], h);
    });
}

template <int D>
void attendGradOf(cudaStream_t stream, const AttentionShape& shape, const AttentionGrad& views)
{
    launchTiles<QueryTiles<D>::kShared>(
        stream, queryGradHalfKernel<D>,
        {tilesOf(views.q.rows / shape.batch, QueryTiles<D>::Block::kQueries),
         static_cast<unsigned>(shape.heads), static_cast<unsigned>(shape.batch)},
        kHalfThreads, shape, views);
    launchTiles<KeyTiles<D>::kShared>(
        stream, keyGradHalfKernel<D>,
        {tilesOf(views.k.rows / shape.batch, KeyTiles<D>::kKeys) * KeyTiles<D>::kParts,
         static_cast<unsigned>(shape.kvHeads), static_cast<unsigned>(shape.batch)},
        kHalfThreads, shape, views);
}

} // namespace

void attendGradHalf(cudaStream_t stream, const AttentionShape& shape, const AttentionGrad& views)
{
    forColumns(shape.size,
               [&](auto columns) { attendGradOf<columns.value>(stream, shape, views); });
}

} // namespace gpu
