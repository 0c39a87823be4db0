#include "engine/runtime/cuda/kernels/each_element.h"
#include "engine/runtime/cuda/kernels/norms.h"

namespace gpu {

namespace {

// A warp for a row: rows are a few thousand columns at most, and there are thousands of rows.
constexpr int kThreads = 128;
constexpr int kRowsOfBlock = kThreads / kWarp;

// f(column) for each pack of the lane.
template <int W, class F>
__device__ void forColumnsOfLane(std::int64_t columns, const F& f)
{
    for (std::int64_t column = static_cast<std::int64_t>(threadIdx.x % kWarp) * W; column < columns;
         column += kWarp * W)
        f(column);
}

__device__ inline std::int64_t rowOfWarp()
{
    return static_cast<std::int64_t>(blockIdx.x) * kRowsOfBlock + threadIdx.x / kWarp;
}

struct Norm {
    View y, mean, rstd, x, gain, bias;
    float epsilon;
    bool centred;
};

// Of a row by a warp. A lane reads what it wrote itself, where the row was just made.
template <int W>
__device__ void normOfRow(const Norm& n, std::int64_t row)
{
    const float columns = static_cast<float>(n.x.columns);
    float average = 0;
    if (n.centred) {
        float sum = 0;
        forColumnsOfLane<W>(n.x.columns, [&](std::int64_t column) {
            for (const float value : read<W>(n.x, row, column).at)
                sum += value;
        });
        average = overWarp(sum, Sum()) / columns;
    }
    // Squares of differences, not of values: their sum would lose a small variance beside a large
    // mean.
    float squares = 0;
    forColumnsOfLane<W>(n.x.columns, [&](std::int64_t column) {
        for (const float value : read<W>(n.x, row, column).at)
            squares += (value - average) * (value - average);
    });
    const float scale = rsqrtf(overWarp(squares, Sum()) / columns + n.epsilon);
    forColumnsOfLane<W>(n.x.columns, [&](std::int64_t column) {
        Pack<W> values = read<W>(n.x, row, column);
        const Pack<W> gains = read<W>(n.gain, 0, column);
        for (int i = 0; i < W; ++i)
            values.at[i] = (values.at[i] - average) * scale * gains.at[i];
        if (n.centred) {
            const Pack<W> biases = read<W>(n.bias, 0, column);
            for (int i = 0; i < W; ++i)
                values.at[i] += biases.at[i];
        }
        write<W>(n.y, row, column, values);
    });
    if (threadIdx.x % kWarp != 0)
        return;
    inColumn(n.rstd, row) = scale;
    if (n.centred)
        inColumn(n.mean, row) = average;
}

template <int W>
__global__ void __launch_bounds__(kThreads) normKernel(Norm n)
{
    if (rowOfWarp() < n.x.rows) // the whole warp
        normOfRow<W>(n, rowOfWarp());
}

// y = residual + x + bias; bias may be none.
struct Residual {
    View y, residual, x, bias;

    template <int W>
    __device__ void run(std::int64_t row, std::int64_t column) const
    {
        Pack<W> values = read<W>(residual, row, column);
        const Pack<W> added = read<W>(x, row, column);
        for (int i = 0; i < W; ++i)
            values.at[i] += added.at[i];
        if (bias.data != nullptr) {
            const Pack<W> biases = read<W>(bias, 0, column);
            for (int i = 0; i < W; ++i)
                values.at[i] += biases.at[i];
        }
        write<W>(y, row, column, values);
    }
};

template <int W>
__global__ void __launch_bounds__(kThreads) addResidualNormKernel(Residual r, Norm n)
{
    const std::int64_t row = rowOfWarp();
    if (row >= n.x.rows)
        return; // the whole warp
    forColumnsOfLane<W>(n.x.columns, [&](std::int64_t column) { r.run<W>(row, column); });
    normOfRow<W>(n, row);
}

struct NormInputGrad {
    View dx, residual, dy, x, mean, rstd, gain;
    bool centred;
};

// With h = (x - mean) rstd and g = dy gain: dx = residual + rstd (g - mean(g) - h mean(g h));
// RMSNorm has no mean(g). The residual may be dx, or none.
template <int W>
__global__ void __launch_bounds__(kThreads) normInputGradKernel(NormInputGrad n)
{
    const std::int64_t row = rowOfWarp();
    if (row >= n.x.rows)
        return; // the whole warp
    const float columns = static_cast<float>(n.x.columns);
    const float average = n.centred ? inColumn(n.mean, row) : 0;
    const float scale = inColumn(n.rstd, row);
    float sum = 0;
    float product = 0;
    forColumnsOfLane<W>(n.x.columns, [&](std::int64_t column) {
        const Pack<W> values = read<W>(n.x, row, column);
        const Pack<W> gradients = read<W>(n.dy, row, column);
        const Pack<W> gains = read<W>(n.gain, 0, column);
        for (int i = 0; i < W; ++i) {
            const float g = gradients.at[i] * gains.at[i];
            sum += g;
            product += g * (values.at[i] - average) * scale;
        }
    });
    sum = n.centred ? overWarp(sum, Sum()) / columns : 0;
    product = overWarp(product, Sum()) / columns;
    forColumnsOfLane<W>(n.x.columns, [&](std::int64_t column) {
        const Pack<W> values = read<W>(n.x, row, column);
        const Pack<W> gradients = read<W>(n.dy, row, column);
        const Pack<W> gains = read<W>(n.gain, 0, column);
        Pack<W> to{};
        if (n.residual.data != nullptr)
            to = read<W>(n.residual, row, column);
        for (int i = 0; i < W; ++i)
            to.at[i] += scale
                * (gradients.at[i] * gains.at[i] - sum
                   - (values.at[i] - average) * scale * product);
        write<W>(n.dx, row, column, to);
    });
}

dim3 blocksFor(std::int64_t rows)
{
    return {static_cast<unsigned>((rows + kRowsOfBlock - 1) / kRowsOfBlock)};
}

} // namespace

void norm(cudaStream_t stream, bool centred, float epsilon, View y, View mean, View rstd, View x,
          View gain, View bias)
{
    if (x.rows == 0)
        return;
    const bool packed = packs(y) && packs(x) && packs(gain) && (!centred || packs(bias));
    launch(packed ? normKernel<kPack> : normKernel<1>, blocksFor(x.rows), dim3(kThreads), 0, stream,
           Norm{y, mean, rstd, x, gain, bias, epsilon, centred});
}

void addResidual(cudaStream_t stream, View y, View residual, View x, View bias)
{
    const bool packed = packs(y) && packs(residual) && packs(x) && packs(bias);
    launchEachElement(stream, Residual{y, residual, x, bias}, y.rows, y.columns, packed);
}

void addResidualNorm(cudaStream_t stream, bool centred, float epsilon, const ResidualNorm& views)
{
    const View& y = views.y;
    if (y.rows == 0)
        return;
    const bool packed = packs(views.normed) && packs(y) && packs(views.residual) && packs(views.x)
        && packs(views.bias) && packs(views.gain) && (!centred || packs(views.normBias));
    launch(packed ? addResidualNormKernel<kPack> : addResidualNormKernel<1>, blocksFor(y.rows),
           dim3(kThreads), 0, stream, Residual{y, views.residual, views.x, views.bias},
           Norm{views.normed, views.mean, views.rstd, y, views.gain, views.normBias, epsilon,
                centred});
}

void normInputGrad(cudaStream_t stream, bool centred, View dx, View residual, View dy, View x,
                   View mean, View rstd, View gain)
{
    if (x.rows == 0)
        return;
    const bool packed = packs(dx) && packs(residual) && packs(dy) && packs(x) && packs(gain);
    launch(packed ? normInputGradKernel<kPack> : normInputGradKernel<1>, blocksFor(x.rows),
           dim3(kThreads), 0, stream,
           NormInputGrad{dx, residual, dy, x, mean, rstd, gain, centred});
}

} // namespace gpu
