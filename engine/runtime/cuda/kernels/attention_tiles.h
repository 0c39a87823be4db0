// What all attention kernels share: which tokens and columns a block works on.

#pragma once

#include "engine/runtime/cuda/kernels/attention.h"
#include "engine/runtime/cuda/kernels/elements.h"

namespace gpu {

// One head of one sample.
struct HeadOf {
    int batch;
    int sample;
    int head;
    int size;

    __device__ std::int64_t row(std::int64_t place) const { return place * batch + sample; }
    __device__ std::int64_t column(int c) const
    {
        return static_cast<std::int64_t>(head) * size + c;
    }
};

__device__ inline HeadOf queryHead(const AttentionShape& shape)
{
    return {shape.batch, static_cast<int>(blockIdx.z), static_cast<int>(blockIdx.y), shape.size};
}

__device__ inline HeadOf keyHead(const AttentionShape& shape, int head)
{
    return {shape.batch, static_cast<int>(blockIdx.z), head, shape.size};
}

__device__ inline int groupOf(const AttentionShape& shape) { return shape.heads / shape.kvHeads; }

// Whether query and key are there, and the one sees the other.
struct Sight {
    std::int64_t queries;
    std::int64_t keys;
    bool causal;

    __device__ bool sees(std::int64_t query, std::int64_t key) const
    {
        return query < queries && key < keys && (!causal || key <= query);
    }
    // Keys before this one are all that queries up to `last` see.
    __device__ std::int64_t keysUpTo(std::int64_t last) const
    {
        return causal && last + 1 < keys ? last + 1 : keys;
    }
};

__device__ inline Sight sightOf(const AttentionShape& shape, const View& q, const View& k)
{
    return {q.rows / shape.batch, k.rows / shape.batch, shape.causal};
}

// What a block of keys adds to a row of the result: out and logSum of the blocks before become
// those of both. Softmax over both is a weighted mean of the two results, with the weights
// exp(logSum of one - logSum of both); the larger is taken out first, so that no exponential
// overflows.
struct Merge {
    float ofBefore = 0; // the weights
    float ofThis = 0;
    float logSum = 0;
};

__device__ inline Merge merge(float before, float own)
{
    if (before == -kInfinity)
        return {0, 1, own};
    const float larger = fmaxf(before, own);
    const float both = larger + logf(expf(before - larger) + expf(own - larger));
    return {expf(before - both), expf(own - both), both};
}

// ---- on the host ----

inline unsigned tilesOf(std::int64_t tokens, int tile)
{
    return static_cast<unsigned>((tokens + tile - 1) / tile);
}

// Shared memory that a block can have on every GPU of compute capability 8.0 or later; 8.6 and 8.9
// have the least.
inline constexpr std::size_t kSharedOfEveryGpu = std::size_t{99} * 1024;

template <std::size_t Shared, class Views>
void launchTiles(cudaStream_t stream, void (*kernel)(AttentionShape, Views), const dim3& blocks,
                 unsigned threads, const AttentionShape& shape, const Views& views)
{
    static_assert(Shared <= kSharedOfEveryGpu);
    // More than the 48 KiB that a kernel gets unasked.
    cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                         cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(Shared));
    launch(kernel, blocks, dim3(threads), Shared, stream, shape, views);
}

} // namespace gpu
