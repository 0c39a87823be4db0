#include "engine/runtime/cuda/kernels/each_element.h"
#include "engine/runtime/cuda/kernels/loss.h"

namespace gpu {

namespace {

// A block for a row: rows are as long as a vocabulary.
constexpr int kThreads = 256;

template <int W>
__global__ void __launch_bounds__(kThreads)
    rowMaximaKernel(View maxima, View logits, std::int64_t valid)
{
    const std::int64_t row = blockIdx.x;
    float largest = -kInfinity;
    for (std::int64_t column = threadIdx.x * W; column < valid; column += kThreads * W) {
        const Pack<W> values = read<W>(logits, row, column);
        for (int i = 0; i < W; ++i)
            if (column + i < valid)
                largest = Maximum()(largest, values.at[i]);
    }
    largest = overBlock<kThreads>(largest, Maximum());
    if (threadIdx.x == 0)
        inColumn(maxima, row) = largest;
}

struct Exponentials {
    View logits, sums, chosen, maxima;
    const std::int32_t* targets;
    int first;
    std::int64_t valid;
};

// The logits stay as they are: lossGrad() reads them once more, which is less than to write them
// here and read them there.
template <int W>
__global__ void __launch_bounds__(kThreads) exponentialsKernel(Exponentials e)
{
    const std::int64_t row = blockIdx.x;
    const float largest = inColumn(e.maxima, row);
    const std::int64_t target = static_cast<std::int64_t>(e.targets[row]) - e.first;
    float sum = 0;
    for (std::int64_t column = threadIdx.x * W; column < e.valid; column += kThreads * W) {
        const Pack<W> values = read<W>(e.logits, row, column);
        for (int i = 0; i < W; ++i)
            sum += column + i < e.valid ? expf(values.at[i] - largest) : 0;
    }
    sum = overBlock<kThreads>(sum, Sum());
    if (threadIdx.x != 0)
        return;
    inColumn(e.sums, row) = sum;
    inColumn(e.chosen, row)
        = target >= 0 && target < e.valid ? readOne(e.logits, row, target) - largest : 0;
}

// One block: the order of the sum does not depend on how many there are.
__global__ void __launch_bounds__(kThreads) sumLossesKernel(double* loss, View sums, View chosen)
{
    double sum = 0;
    for (std::int64_t row = threadIdx.x; row < sums.rows; row += kThreads)
        sum += log(static_cast<double>(inColumn(sums, row)))
            - static_cast<double>(inColumn(chosen, row));
    sum = overBlock<kThreads>(sum, Sum());
    if (threadIdx.x == 0)
        *loss = sum;
}

struct LossGrad {
    View gradient, logits, maxima, sums;
    const std::int32_t* targets;
    int first;
    std::int64_t valid;
    float scale;
};

// A block for a row, a piece of it at a time: the gradient may be written, half as long, where the
// logits of its own and of earlier pieces were.
template <int W>
__global__ void __launch_bounds__(kThreads) lossGradKernel(LossGrad g)
{
    const std::int64_t row = blockIdx.x;
    const float largest = inColumn(g.maxima, row);
    const float factor = g.scale / inColumn(g.sums, row);
    const std::int64_t target = static_cast<std::int64_t>(g.targets[row]) - g.first;
    for (std::int64_t piece = 0; piece < g.logits.columns; piece += kThreads * W) {
        const std::int64_t column = piece + threadIdx.x * W;
        Pack<W> values{};
        if (column < g.logits.columns)
            values = read<W>(g.logits, row, column);
        __syncthreads(); // all have read theirs
        if (column >= g.logits.columns)
            continue;
        for (int i = 0; i < W; ++i)
            values.at[i] = (column + i < g.valid ? expf(values.at[i] - largest) * factor : 0)
                - (column + i == target ? g.scale : 0);
        write<W>(g.gradient, row, column, values);
    }
}

dim3 blocksFor(const View& logits) { return {static_cast<unsigned>(logits.rows)}; }

} // namespace

void rowMaxima(cudaStream_t stream, View maxima, View logits, std::int64_t valid)
{
    if (logits.rows != 0)
        launch(packs(logits) ? rowMaximaKernel<kPack> : rowMaximaKernel<1>, blocksFor(logits),
               dim3(kThreads), 0, stream, maxima, logits, valid);
}

void exponentials(cudaStream_t stream, View logits, View sums, View chosen, View maxima,
                  Indices targets, int first, std::int64_t valid)
{
    if (logits.rows != 0)
        launch(packs(logits) ? exponentialsKernel<kPack> : exponentialsKernel<1>, blocksFor(logits),
               dim3(kThreads), 0, stream,
               Exponentials{logits, sums, chosen, maxima, targets.data, first, valid});
}

void sumLosses(cudaStream_t stream, double* loss, View sums, View chosen)
{
    launch(sumLossesKernel, dim3(1), dim3(kThreads), 0, stream, loss, sums, chosen);
}

void lossGrad(cudaStream_t stream, View gradient, View logits, View maxima, View sums,
              Indices targets, int first, std::int64_t valid, float scale)
{
    if (logits.rows != 0)
        launch(packs(logits) && packs(gradient) ? lossGradKernel<kPack> : lossGradKernel<1>,
               blocksFor(logits), dim3(kThreads), 0, stream,
               LossGrad{gradient, logits, maxima, sums, targets.data, first, valid, scale});
}

} // namespace gpu
