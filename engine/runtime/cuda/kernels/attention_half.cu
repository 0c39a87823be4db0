// The forward on the tensor cores (Dao 2023, FlashAttention-2): a warp keeps the result of its
// queries in registers while the tiles of keys and values pass, the next on its way while one is
// worked on.

#include "engine/runtime/cuda/kernels/attention_half.h"
#include "engine/runtime/cuda/kernels/half_queries.h"

namespace gpu {

namespace {

// Of heads of up to D columns: M * 16 queries a warp, N keys at once. As many as registers allow.
template <int D>
struct Tiles {
    static constexpr int M = D <= 128 ? 2 : 1;
    static constexpr int N = D <= 64 ? 64 : 32;
    using Block = QueryBlock<D, M, N>;
    static constexpr std::size_t kShared = HalfTile<D>::bytes(Block::kQueries + 4 * N);
};

// What is known of a row of scores so far. The total is each lane's own until the end.
struct Row {
    float maximum = -kInfinity;
    float total = 0;
};

// Scores become their exponentials, with the row's maximum taken out; returns what that makes of
// exponentials with the maximum before.
template <int N>
__device__ float exponentials(Row& row, float (&scores)[N][4], int h, float scale)
{
    float largest = -kInfinity;
    GRID_UNROLL
    for (int n = 0; n < N; ++n)
        largest = fmaxf(largest, fmaxf(scores[n][2 * h], scores[n][2 * h + 1]));
    const float now = fmaxf(row.maximum, overGroup(largest, Maximum()));
    // A row that has seen nothing has nothing to take out.
    const float out = now == -kInfinity ? 0 : now * scale;
    const float kept = roughExp2(row.maximum * scale - out);
    float sum = 0;
    GRID_UNROLL
    for (int n = 0; n < N; ++n)
        GRID_UNROLL
    for (int i = 2 * h; i < 2 * h + 2; ++i) {
        scores[n][i] = roughExp2(scores[n][i] * scale - out);
        sum += scores[n][i];
    }
    row = {now, row.total * kept + sum};
    return kept;
}

// Merges what the warp has of its queries into the results of the blocks before.
template <int D, int M, int N>
__device__ void deliverRows(const QueryBlock<D, M, N>& block, const Attention& views,
                            const Row (&rows)[M][2], const float (&sums)[M][D / 8][4], float scale)
{
    const HeadOf& head = block.head;
    float totals[M][2];
    Merge merged[M][2];
    eachRow<M>([&](int m, int h) {
        const int query = block.query(m, h);
        totals[m][h] = overGroup(rows[m][h].total, Sum());
        if (query < block.queries())
            merged[m][h] = merge(readOne(views.logSum, head.row(query), head.head),
                                 rows[m][h].maximum * scale + logf(totals[m][h]));
    });
    __syncwarp(); // all lanes have read logSum
    eachRow<M>([&](int m, int h) {
        const int query = block.query(m, h);
        if (query >= block.queries() || rows[m][h].maximum == -kInfinity)
            return;
        deliver(views.out, merged[m][h].ofBefore, head, query, 0,
                merged[m][h].ofThis / totals[m][h], sums[m], h);
        if (placeInGroup() == 0)
            writeOne(views.logSum, head.row(query), head.head, merged[m][h].logSum);
    });
}

template <int D>
__global__ void __launch_bounds__(kHalfThreads)
    attendHalfKernel(AttentionShape shape, Attention views)
{
    constexpr int M = Tiles<D>::M;
    constexpr int N = Tiles<D>::N;
    using Block = typename Tiles<D>::Block;
    const HalfTile<D> queries{dynamicShared<std::uint16_t>()};
    const Block block(shape, views.q, views.k, views.v, queries.behind(Block::kQueries));
    queries.template start<Block::kQueries>(views.q, block.head, block.first, block.queries());
    block.start(0);

    const float scale = rsqrtf(static_cast<float>(shape.size));
    Sums<M, D> sums;
    clear(sums);
    Row rows[M][2];
    for (int tile = 0; tile < block.tiles; ++tile) {
        block.await(tile);
        if (!block.sees(tile))
            continue;
        Sums<M, N> scores;
        clear(scores);
        multiplyTurned(scores, queries, block.ownRow, block.keysOf(tile));
        block.hide(scores, tile);
        eachRow<M>([&](int m, int h) {
            const float kept = exponentials(rows[m][h], scores[m], h, scale * kLog2E);
            GRID_UNROLL
            for (int n = 0; n < D / 8; ++n)
                GRID_UNROLL
            for (int i = 2 * h; i < 2 * h + 2; ++i)
                sums[m][n][i] *= kept;
        });
        multiply(sums, scores, block.valuesOf(tile), 0);
    }
    deliverRows(block, views, rows, sums, scale);
}

template <int D>
void attendOf(cudaStream_t stream, const AttentionShape& shape, const Attention& views)
{
    launchTiles<Tiles<D>::kShared>(stream, attendHalfKernel<D>,
                                   {tilesOf(views.q.rows / shape.batch, Tiles<D>::Block::kQueries),
                                    static_cast<unsigned>(shape.heads),
                                    static_cast<unsigned>(shape.batch)},
                                   kHalfThreads, shape, views);
}

} // namespace

void attendHalf(cudaStream_t stream, const AttentionShape& shape, const Attention& views)
{
    forColumns(shape.size, [&](auto columns) { attendOf<columns.value>(stream, shape, views); });
}

} // namespace gpu
