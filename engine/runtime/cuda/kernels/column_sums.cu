#include "engine/runtime/cuda/kernels/column_sums.h"

#include "engine/runtime/cuda/kernels/elements.h"

#include <algorithm>

namespace gpu {

namespace {

// A block sums kColumns columns over a chunk of the rows; a second kernel adds the chunks in their
// order. Neither order depends on which block comes first.
constexpr int kColumns = 32;
constexpr int kRowsAtOnce = 4;
constexpr std::int64_t kChunkRows = 128;
constexpr int kSums = 2; // of a column, at most

std::int64_t chunksOf(std::int64_t rows) { return (rows + kChunkRows - 1) / kChunkRows; }

struct OfValues {
    static constexpr int kCount = 1;
    View x;

    __device__ void add(float* sums, std::int64_t row, std::int64_t column) const
    {
        sums[0] += readOne(x, row, column);
    }
};

// Of a norm's gain and bias: dy (x - mean) rstd, and dy.
struct OfNorm {
    static constexpr int kCount = 2;
    View dy, x, mean, rstd;
    bool centred;

    __device__ void add(float* sums, std::int64_t row, std::int64_t column) const
    {
        const float gradient = readOne(dy, row, column);
        const float value = readOne(x, row, column);
        sums[0] += gradient * (centred ? value - inColumn(mean, row) : value) * inColumn(rstd, row);
        sums[1] += gradient;
    }
};

// parts[sum][chunk][column]
template <class Of>
__global__ void __launch_bounds__(kColumns* kRowsAtOnce)
    chunkSumsKernel(float* parts, Of of, std::int64_t rows, std::int64_t columns)
{
    GRID_SHARED(float, shared, kSums* kRowsAtOnce* kColumns);
    const std::int64_t column = static_cast<std::int64_t>(blockIdx.x) * kColumns + threadIdx.x;
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.y) * kChunkRows;
    const std::int64_t last = first + kChunkRows < rows ? first + kChunkRows : rows;
    float sums[kSums] = {};
    if (column < columns)
        for (std::int64_t row = first + threadIdx.y; row < last; row += kRowsAtOnce)
            of.add(sums, row, column);
    for (int i = 0; i < Of::kCount; ++i)
        shared[(i * kRowsAtOnce + static_cast<int>(threadIdx.y)) * kColumns
               + static_cast<int>(threadIdx.x)]
            = sums[i];
    __syncthreads();
    if (threadIdx.y != 0 || column >= columns)
        return;
    for (int i = 0; i < Of::kCount; ++i) {
        float sum = 0;
        for (int y = 0; y < kRowsAtOnce; ++y)
            sum += shared[(i * kRowsAtOnce + y) * kColumns + static_cast<int>(threadIdx.x)];
        parts[(i * static_cast<std::int64_t>(gridDim.y) + blockIdx.y) * columns + column] = sum;
    }
}

__global__ void addChunksKernel(View sums, const float* parts, std::int64_t chunks)
{
    const std::int64_t column = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (column >= sums.columns)
        return;
    float sum = 0;
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
        sum += parts[chunk * sums.columns + column];
    writeOne(sums, 0, column, readOne(sums, 0, column) + sum);
}

template <class Of>
void sumChunks(cudaStream_t stream, float* parts, const Of& of, std::int64_t rows,
               std::int64_t columns)
{
    launch(chunkSumsKernel<Of>,
           dim3(static_cast<unsigned>((columns + kColumns - 1) / kColumns),
                static_cast<unsigned>(chunksOf(rows))),
           dim3(kColumns, kRowsAtOnce), 0, stream, parts, of, rows, columns);
}

void addChunks(cudaStream_t stream, View sums, const float* parts, std::int64_t chunks)
{
    constexpr int kThreads = 128;
    launch(addChunksKernel, dim3(static_cast<unsigned>((sums.columns + kThreads - 1) / kThreads)),
           dim3(kThreads), 0, stream, sums, parts, chunks);
}

} // namespace

std::size_t columnSumsScratch(std::int64_t rows, std::int64_t columns)
{
    return static_cast<std::size_t>(kSums * chunksOf(rows) * columns) * sizeof(float);
}

void addColumnSums(cudaStream_t stream, View sums, View x, void* scratch)
{
    if (x.rows == 0 || x.columns == 0)
        return;
    auto* const parts = static_cast<float*>(scratch);
    sumChunks(stream, parts, OfValues{x}, x.rows, x.columns);
    addChunks(stream, sums, parts, chunksOf(x.rows));
}

void normWeightGrad(cudaStream_t stream, bool centred, View dGain, View dBias, View dy, View x,
                    View mean, View rstd, void* scratch)
{
    if (x.rows == 0 || x.columns == 0)
        return;
    auto* const parts = static_cast<float*>(scratch);
    const std::int64_t chunks = chunksOf(x.rows);
    sumChunks(stream, parts, OfNorm{dy, x, mean, rstd, centred}, x.rows, x.columns);
    addChunks(stream, dGain, parts, chunks);
    if (centred)
        addChunks(stream, dBias, parts + chunks * x.columns, chunks);
}

} // namespace gpu
