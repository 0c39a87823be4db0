// Attention in F32, and for whatever shape the tensor cores do not take: sums on the GPU's ordinary
// cores. A warp has kRows queries, or keys, of its own; its lanes share the other side.

#include "engine/runtime/cuda/kernels/attention_float.h"
#include "engine/runtime/cuda/kernels/attention_tiles.h"

namespace gpu {

namespace {

constexpr int kThreads = 128;
constexpr int kWarps = kThreads / kWarp;
constexpr int kRows = 4;              // of a warp
constexpr int kTile = kWarps * kRows; // of a block
constexpr int kOthers = kWarp;        // of the other side at once: one for each lane

// Rows of a head in shared memory; one more float a row, so that lanes that read a column each
// have a bank of their own.
template <int D>
struct Tile {
    static constexpr int kStride = D + 1;
    float* values;

    __device__ float& at(int row, int column) const { return values[row * kStride + column]; }

    // Rows of places from `first` on; 0 beyond the end, and from the head's size on.
    __device__ void take(int rows, const View& from, const HeadOf& head, std::int64_t first,
                         std::int64_t end) const
    {
        for (int i = static_cast<int>(threadIdx.x); i < rows * D; i += kThreads) {
            const int row = i / D;
            const int column = i % D;
            const bool there = first + row < end && column < head.size;
            at(row, column) = there ? readOne(from, head.row(first + row), head.column(column)) : 0;
        }
    }
};

template <int D>
__device__ float dot(const Tile<D>& a, int aRow, const Tile<D>& b, int bRow)
{
    float sum = 0;
    for (int column = 0; column < D; ++column)
        sum += a.at(aRow, column) * b.at(bRow, column);
    return sum;
}

// A row's columns, spread over the lanes of a warp.
template <int D>
struct Columns {
    static constexpr int kOfLane = D / kWarp;
    float of[kOfLane] = {};

    __device__ void add(float factor, const Tile<D>& tile, int row)
    {
        for (int i = 0; i < kOfLane; ++i)
            of[i] += factor * tile.at(row, i * kWarp + static_cast<int>(threadIdx.x % kWarp));
    }
    __device__ void scale(float factor)
    {
        for (float& value : of)
            value *= factor;
    }
    // f(column, value) for those that the head has.
    template <class F>
    __device__ void each(int size, const F& f) const
    {
        for (int i = 0; i < kOfLane; ++i) {
            const int column = i * kWarp + static_cast<int>(threadIdx.x % kWarp);
            if (column < size)
                f(column, of[i]);
        }
    }
};

template <int D>
__device__ void deliver(const View& to, bool add, const HeadOf& head, std::int64_t place,
                        const Columns<D>& columns)
{
    const std::int64_t row = head.row(place);
    columns.each(head.size, [&](int column, float value) {
        const std::int64_t at = head.column(column);
        writeOne(to, row, at, (add ? readOne(to, row, at) : 0) + value);
    });
}

template <int D>
constexpr std::size_t tileBytes(int rows)
{
    return static_cast<std::size_t>(rows * Tile<D>::kStride) * sizeof(float);
}

// What each lane of a warp computed for each of the warp's rows, for all its lanes to read.
struct Shares {
    float* values; // [row][lane]

    __device__ float& at(int row, int lane) const
    {
        return values[(static_cast<int>(threadIdx.x) / kWarp * kRows + row) * kWarp + lane];
    }
};

constexpr std::size_t kSharesBytes = sizeof(float) * kTile * kWarp;

// ---- forward ----

template <int D>
__global__ void __launch_bounds__(kThreads) attendKernel(AttentionShape shape, Attention views)
{
    auto* const memory = dynamicShared<float>();
    const Tile<D> queries{memory};
    const Tile<D> keys{queries.values + kTile * Tile<D>::kStride};
    const Tile<D> values{keys.values + kOthers * Tile<D>::kStride};
    const Shares shares{values.values + kOthers * Tile<D>::kStride};

    const Sight sight = sightOf(shape, views.q, views.k);
    const HeadOf head = queryHead(shape);
    const HeadOf kvHead = keyHead(shape, head.head / groupOf(shape));
    const std::int64_t firstQuery = static_cast<std::int64_t>(blockIdx.x) * kTile;
    const int lane = static_cast<int>(threadIdx.x % kWarp);
    const int ownRow = static_cast<int>(threadIdx.x) / kWarp * kRows; // of the tile
    const float scale = rsqrtf(static_cast<float>(shape.size));
    queries.take(kTile, views.q, head, firstQuery, sight.queries);

    Columns<D> sums[kRows];
    Pack<kRows> maxima;
    Pack<kRows> totals;
    for (int r = 0; r < kRows; ++r) {
        maxima.at[r] = -kInfinity;
        totals.at[r] = 0;
    }
    const std::int64_t end = sight.keysUpTo(firstQuery + kTile - 1);
    for (std::int64_t firstKey = 0; firstKey < end; firstKey += kOthers) {
        __syncthreads(); // the tiles before were read
        keys.take(kOthers, views.k, kvHead, firstKey, sight.keys);
        values.take(kOthers, views.v, kvHead, firstKey, sight.keys);
        __syncthreads();
        Pack<kRows> scores;
        for (int r = 0; r < kRows; ++r)
            scores.at[r] = sight.sees(firstQuery + ownRow + r, firstKey + lane)
                ? dot(queries, ownRow + r, keys, lane) * scale
                : -kInfinity;
        const Pack<kRows> largest = overWarp(scores, Maximum());
        Pack<kRows> added;
        for (int r = 0; r < kRows; ++r) {
            const float now = fmaxf(maxima.at[r], largest.at[r]);
            // Of a row that has seen nothing yet there is nothing to scale.
            const float kept = now == -kInfinity ? 1 : expf(maxima.at[r] - now);
            added.at[r] = scores.at[r] == -kInfinity ? 0 : expf(scores.at[r] - now);
            shares.at(r, lane) = added.at[r];
            sums[r].scale(kept);
            totals.at[r] *= kept;
            maxima.at[r] = now;
        }
        added = overWarp(added, Sum());
        for (int r = 0; r < kRows; ++r)
            totals.at[r] += added.at[r];
        __syncwarp(); // the shares of all lanes are there
        for (int other = 0; other < kOthers; ++other)
            for (int r = 0; r < kRows; ++r)
                sums[r].add(shares.at(r, other), values, other);
        __syncwarp(); // and were read
    }

    for (int r = 0; r < kRows; ++r) {
        const std::int64_t query = firstQuery + ownRow + r;
        if (query >= sight.queries || maxima.at[r] == -kInfinity)
            continue; // the whole warp
        const std::int64_t row = head.row(query);
        const Merge merged
            = merge(readOne(views.logSum, row, head.head), maxima.at[r] + logf(totals.at[r]));
        __syncwarp(); // all lanes have read logSum
        sums[r].each(shape.size, [&](int column, float value) {
            const std::int64_t at = head.column(column);
            // What stands there of no block before may be no number.
            const float before
                = merged.ofBefore != 0 ? merged.ofBefore * readOne(views.out, row, at) : 0;
            writeOne(views.out, row, at, before + merged.ofThis / totals.at[r] * value);
        });
        if (lane == 0)
            writeOne(views.logSum, row, head.head, merged.logSum);
    }
}

// ---- backward ----

// Of one score: its probability again, and its gradient (Dao et al. 2022, Alg. 4).
struct ScoreGrad {
    float probability = 0;
    float gradient = 0;
};

template <int D>
__device__ ScoreGrad scoreGrad(const Tile<D>& queries, const Tile<D>& outGrads, int query,
                               const Tile<D>& keys, const Tile<D>& values, int key, float scale,
                               float logSum, float delta)
{
    const float probability = expf(dot(queries, query, keys, key) * scale - logSum);
    return {probability, probability * (dot(outGrads, query, values, key) - delta) * scale};
}

// dq: a warp has queries, its lanes take a key each.
template <int D>
__global__ void __launch_bounds__(kThreads)
    queryGradKernel(AttentionShape shape, AttentionGrad views)
{
    auto* const memory = dynamicShared<float>();
    const Tile<D> queries{memory};
    const Tile<D> outGrads{queries.values + kTile * Tile<D>::kStride};
    const Tile<D> keys{outGrads.values + kTile * Tile<D>::kStride};
    const Tile<D> values{keys.values + kOthers * Tile<D>::kStride};
    const Shares shares{values.values + kOthers * Tile<D>::kStride};

    const Sight sight = sightOf(shape, views.q, views.k);
    const HeadOf head = queryHead(shape);
    const HeadOf kvHead = keyHead(shape, head.head / groupOf(shape));
    const std::int64_t firstQuery = static_cast<std::int64_t>(blockIdx.x) * kTile;
    const int lane = static_cast<int>(threadIdx.x % kWarp);
    const int ownRow = static_cast<int>(threadIdx.x) / kWarp * kRows;
    const float scale = rsqrtf(static_cast<float>(shape.size));
    queries.take(kTile, views.q, head, firstQuery, sight.queries);
    outGrads.take(kTile, views.dOut, head, firstQuery, sight.queries);

    Columns<D> sums[kRows];
    const std::int64_t end = sight.keysUpTo(firstQuery + kTile - 1);
    for (std::int64_t firstKey = 0; firstKey < end; firstKey += kOthers) {
        __syncthreads(); // the tiles before were read
        keys.take(kOthers, views.k, kvHead, firstKey, sight.keys);
        values.take(kOthers, views.v, kvHead, firstKey, sight.keys);
        __syncthreads();
        for (int r = 0; r < kRows; ++r) {
            const std::int64_t query = firstQuery + ownRow + r;
            ScoreGrad score;
            if (sight.sees(query, firstKey + lane))
                score = scoreGrad(queries, outGrads, ownRow + r, keys, values, lane, scale,
                                  readOne(views.logSum, head.row(query), head.head),
                                  readOne(views.delta, head.row(query), head.head));
            shares.at(r, lane) = score.gradient;
        }
        __syncwarp(); // the shares of all lanes are there
        for (int other = 0; other < kOthers; ++other)
            for (int r = 0; r < kRows; ++r)
                sums[r].add(shares.at(r, other), keys, other);
        __syncwarp(); // and were read
    }
    for (int r = 0; r < kRows; ++r)
        if (firstQuery + ownRow + r < sight.queries)
            deliver(views.dq, views.add, head, firstQuery + ownRow + r, sums[r]);
}

// dk, dv: a warp has keys, its lanes take a query each, of all heads that share the keys.
template <int D>
__global__ void __launch_bounds__(kThreads) keyGradKernel(AttentionShape shape, AttentionGrad views)
{
    auto* const memory = dynamicShared<float>();
    const Tile<D> keys{memory};
    const Tile<D> values{keys.values + kTile * Tile<D>::kStride};
    const Tile<D> queries{values.values + kTile * Tile<D>::kStride};
    const Tile<D> outGrads{queries.values + kOthers * Tile<D>::kStride};
    // Of probabilities first, and then of gradients: for both there is not room everywhere.
    const Shares shares{outGrads.values + kOthers * Tile<D>::kStride};

    const Sight sight = sightOf(shape, views.q, views.k);
    const HeadOf kvHead = keyHead(shape, static_cast<int>(blockIdx.y));
    const std::int64_t firstKey = static_cast<std::int64_t>(blockIdx.x) * kTile;
    const int lane = static_cast<int>(threadIdx.x % kWarp);
    const int ownRow = static_cast<int>(threadIdx.x) / kWarp * kRows;
    const float scale = rsqrtf(static_cast<float>(shape.size));
    keys.take(kTile, views.k, kvHead, firstKey, sight.keys);
    values.take(kTile, views.v, kvHead, firstKey, sight.keys);

    Columns<D> keySums[kRows];
    Columns<D> valueSums[kRows];
    // Queries before the first key see none of these.
    const std::int64_t begin = shape.causal ? firstKey / kOthers * kOthers : 0;
    for (int member = 0; member < groupOf(shape); ++member) {
        const HeadOf head = keyHead(shape, kvHead.head * groupOf(shape) + member);
        for (std::int64_t firstQuery = begin; firstQuery < sight.queries; firstQuery += kOthers) {
            __syncthreads(); // the tiles before were read
            queries.take(kOthers, views.q, head, firstQuery, sight.queries);
            outGrads.take(kOthers, views.dOut, head, firstQuery, sight.queries);
            __syncthreads();
            const std::int64_t query = firstQuery + lane;
            const bool there = query < sight.queries;
            const float logSum = there ? readOne(views.logSum, head.row(query), head.head) : 0;
            const float delta = there ? readOne(views.delta, head.row(query), head.head) : 0;
            float gradients[kRows];
            for (int r = 0; r < kRows; ++r) {
                ScoreGrad score;
                if (sight.sees(query, firstKey + ownRow + r))
                    score = scoreGrad(queries, outGrads, lane, keys, values, ownRow + r, scale,
                                      logSum, delta);
                shares.at(r, lane) = score.probability;
                gradients[r] = score.gradient;
            }
            __syncwarp(); // the shares of all lanes are there
            for (int other = 0; other < kOthers; ++other)
                for (int r = 0; r < kRows; ++r)
                    valueSums[r].add(shares.at(r, other), outGrads, other);
            __syncwarp(); // and were read
            for (int r = 0; r < kRows; ++r)
                shares.at(r, lane) = gradients[r];
            __syncwarp();
            for (int other = 0; other < kOthers; ++other)
                for (int r = 0; r < kRows; ++r)
                    keySums[r].add(shares.at(r, other), queries, other);
            __syncwarp();
        }
    }
    for (int r = 0; r < kRows; ++r)
        if (firstKey + ownRow + r < sight.keys) {
            deliver(views.dk, views.add, kvHead, firstKey + ownRow + r, keySums[r]);
            deliver(views.dv, views.add, kvHead, firstKey + ownRow + r, valueSums[r]);
        }
}

dim3 blocksOf(const View& tokens, int heads, const AttentionShape& shape)
{
    return {tilesOf(tokens.rows / shape.batch, kTile), static_cast<unsigned>(heads),
            static_cast<unsigned>(shape.batch)};
}

template <int D>
void attendOf(cudaStream_t stream, const AttentionShape& shape, const Attention& views)
{
    launchTiles<tileBytes<D>(kTile) + 2 * tileBytes<D>(kOthers) + kSharesBytes>(
        stream, attendKernel<D>, blocksOf(views.q, shape.heads, shape), kThreads, shape, views);
}

template <int D>
void attendGradOf(cudaStream_t stream, const AttentionShape& shape, const AttentionGrad& views)
{
    constexpr std::size_t kShared
        = 2 * (tileBytes<D>(kTile) + tileBytes<D>(kOthers)) + kSharesBytes;
    launchTiles<kShared>(stream, queryGradKernel<D>, blocksOf(views.q, shape.heads, shape),
                         kThreads, shape, views);
    launchTiles<kShared>(stream, keyGradKernel<D>, blocksOf(views.k, shape.kvHeads, shape),
                         kThreads, shape, views);
}

} // namespace

void attendFloat(cudaStream_t stream, const AttentionShape& shape, const Attention& views)
{
    if (shape.size <= 32)
        attendOf<32>(stream, shape, views);
    else if (shape.size <= 64)
        attendOf<64>(stream, shape, views);
    else if (shape.size <= 128)
        attendOf<128>(stream, shape, views);
    else
        attendOf<256>(stream, shape, views);
}

void attendGradFloat(cudaStream_t stream, const AttentionShape& shape, const AttentionGrad& views)
{
    if (shape.size <= 32)
        attendGradOf<32>(stream, shape, views);
    else if (shape.size <= 64)
        attendGradOf<64>(stream, shape, views);
    else if (shape.size <= 128)
        attendGradOf<128>(stream, shape, views);
    else
        attendGradOf<256>(stream, shape, views);
}

} // namespace gpu
