#include "engine/runtime/cuda/kernels/elements.h"
#include "engine/runtime/cuda/kernels/experts.h"

#include <algorithm>
#include <limits>

namespace gpu {

namespace {

constexpr int kThreads = 128;
constexpr int kWarps = kThreads / kWarp;
constexpr std::int32_t kNoExpert = std::numeric_limits<std::int32_t>::max();

unsigned blocksFor(std::int64_t count, std::int64_t perBlock)
{
    return static_cast<unsigned>((count + perBlock - 1) / perBlock);
}

// A logit with its number. Larger logits first, of equal ones the lower number: tensor ranks that
// hold the same router must route alike, or their collectives would not fit together. One that is
// not a number is as large as can be: each row chooses experts that are there, whatever became of
// the weights, and what became of them shows in the loss.
struct Candidate {
    float logit;
    std::int32_t expert;

    __device__ bool before(const Candidate& other) const
    {
        return logit > other.logit || (logit == other.logit && expert < other.expert);
    }
};

// The first of all lanes.
__device__ inline Candidate firstOfWarp(Candidate own)
{
    for (int by = kWarp / 2; by > 0; by /= 2) {
        const Candidate other{__shfl_xor_sync(kAllLanes, own.logit, by),
                              __shfl_xor_sync(kAllLanes, own.expert, by)};
        if (other.before(own))
            own = other;
    }
    return own;
}

// A warp for a row. Each round takes the first that comes after the one before, so nothing has to
// be remembered of those that were taken.
__global__ void __launch_bounds__(kThreads)
    topExpertsKernel(std::int32_t* chosen, View weights, View logits)
{
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * kWarps + threadIdx.x / kWarp;
    if (row >= logits.rows)
        return; // the whole warp
    const auto lane = static_cast<std::int32_t>(threadIdx.x % kWarp);
    const auto experts = static_cast<std::int32_t>(logits.columns);
    const Candidate none{-kInfinity, kNoExpert};
    Candidate last{kInfinity, -1};
    float largest = 0;
    float sum = 0;
    for (std::int64_t i = 0; i < weights.columns; ++i) {
        Candidate own = none;
        for (std::int32_t expert = lane; expert < experts; expert += kWarp) {
            const float logit = readOne(logits, row, expert);
            const Candidate candidate{isnan(logit) ? kInfinity : logit, expert};
            if (last.before(candidate) && candidate.before(own))
                own = candidate;
        }
        last = firstOfWarp(own);
        const float logit = readOne(logits, row, last.expert);
        largest = i == 0 ? logit : largest;
        const float share = expf(logit - largest);
        sum += share;
        if (lane == 0) {
            chosen[row * weights.columns + i] = last.expert;
            writeOne(weights, row, i, share);
        }
    }
    if (lane == 0)
        for (std::int64_t i = 0; i < weights.columns; ++i)
            writeOne(weights, row, i, readOne(weights, row, i) / sum);
}

// A thread for a row. Through the softmax over the chosen: dLogit_i = w_i (dw_i - sum_j w_j dw_j).
__global__ void topExpertsGradKernel(View dLogits, View dWeights, const std::int32_t* chosen,
                                     View weights)
{
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= dLogits.rows)
        return;
    for (std::int64_t expert = 0; expert < dLogits.columns; ++expert)
        writeOne(dLogits, row, expert, 0);
    float mean = 0;
    for (std::int64_t i = 0; i < weights.columns; ++i)
        mean += readOne(weights, row, i) * readOne(dWeights, row, i);
    for (std::int64_t i = 0; i < weights.columns; ++i)
        writeOne(dLogits, row, chosen[row * weights.columns + i],
                 readOne(weights, row, i) * (readOne(dWeights, row, i) - mean));
}

// A block for an expert. Integers: their sum is the same in every order.
__global__ void __launch_bounds__(kThreads)
    countExpertsKernel(std::int32_t* counts, const std::int32_t* chosen, std::int64_t pairs)
{
    const auto expert = static_cast<std::int32_t>(blockIdx.x);
    int count = 0;
    for (std::int64_t pair = threadIdx.x; pair < pairs; pair += kThreads)
        count += chosen[pair] == expert ? 1 : 0;
    count = overBlock<kThreads>(count, Sum());
    if (threadIdx.x == 0)
        counts[expert] = count;
}

__global__ void rowsOfPairsKernel(std::int32_t* rows, const std::int32_t* packed,
                                  std::int64_t pairs, std::int32_t perRow)
{
    const std::int64_t pair = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (pair < pairs)
        rows[pair] = packed[pair] / perRow;
}

// What a member sends to an expert: where it arrives, and where it stands by expert.
struct Cell {
    std::int32_t arrives;
    std::int32_t stands;
};

// A thread for a cell, cells[member * experts + expert]. There are a few thousand at most.
__global__ void cellsKernel(Cell* cells, Indices counts)
{
    const std::int64_t own = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (own >= counts.rows * counts.columns)
        return;
    const std::int64_t ownMember = own / counts.columns;
    const std::int64_t ownExpert = own % counts.columns;
    Cell cell{0, 0};
    for (std::int64_t member = 0; member < counts.rows; ++member)
        for (std::int64_t expert = 0; expert < counts.columns; ++expert) {
            const std::int64_t at = member * counts.columns + expert;
            cell.arrives += at < own ? counts.data[at] : 0;
            cell.stands += expert < ownExpert || (expert == ownExpert && member < ownMember)
                ? counts.data[at]
                : 0;
        }
    cells[own] = cell;
}

// A block for a cell.
__global__ void __launch_bounds__(kThreads)
    orderArrivalsKernel(std::int32_t* arrival, std::int32_t* departure, const Cell* cells,
                        const std::int32_t* counts)
{
    const Cell cell = cells[blockIdx.x];
    const std::int32_t count = counts[blockIdx.x];
    for (auto i = static_cast<std::int32_t>(threadIdx.x); i < count; i += kThreads) {
        arrival[cell.stands + i] = cell.arrives + i;
        departure[cell.arrives + i] = cell.stands + i;
    }
}

} // namespace

void topExperts(cudaStream_t stream, Indices chosen, View weights, View logits)
{
    if (logits.rows != 0)
        launch(topExpertsKernel, dim3(blocksFor(logits.rows, kWarps)), dim3(kThreads), 0, stream,
               chosen.data, weights, logits);
}

void topExpertsGrad(cudaStream_t stream, View dLogits, View dWeights, Indices chosen, View weights)
{
    if (dLogits.rows != 0)
        launch(topExpertsGradKernel, dim3(blocksFor(dLogits.rows, kThreads)), dim3(kThreads), 0,
               stream, dLogits, dWeights, chosen.data, weights);
}

void countExperts(cudaStream_t stream, Indices counts, Indices chosen)
{
    launch(countExpertsKernel, dim3(static_cast<unsigned>(counts.columns)), dim3(kThreads), 0,
           stream, counts.data, chosen.data, chosen.rows * chosen.columns);
}

void rowsOfPairs(cudaStream_t stream, Indices rows, Indices packed, std::int64_t perRow)
{
    const std::int64_t pairs = packed.rows * packed.columns;
    if (pairs != 0)
        launch(rowsOfPairsKernel, dim3(blocksFor(pairs, kThreads)), dim3(kThreads), 0, stream,
               rows.data, packed.data, pairs, static_cast<std::int32_t>(perRow));
}

std::size_t arrivalsScratch(const Indices& counts)
{
    return static_cast<std::size_t>(counts.rows * counts.columns) * sizeof(Cell);
}

void orderArrivals(cudaStream_t stream, Indices arrival, Indices departure, Indices counts,
                   void* scratch)
{
    const std::int64_t cells = counts.rows * counts.columns;
    auto* const places = static_cast<Cell*>(scratch);
    launch(cellsKernel, dim3(blocksFor(cells, kThreads)), dim3(kThreads), 0, stream, places,
           counts);
    launch(orderArrivalsKernel, dim3(static_cast<unsigned>(cells)), dim3(kThreads), 0, stream,
           arrival.data, departure.data, places, counts.data);
}

} // namespace gpu
