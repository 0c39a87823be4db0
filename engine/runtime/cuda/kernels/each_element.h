// Runs a function for each element of a matrix, or for each four that lie side by side.

#pragma once

#include "engine/runtime/cuda/kernels/elements.h"

#include <algorithm>

namespace gpu {

// f.run<W>(row, column) for the W elements from there on.
template <int W, class F>
__global__ void eachElementKernel(F f, std::int64_t rows, std::int64_t columns)
{
    const std::int64_t across = static_cast<std::int64_t>(gridDim.x) * blockDim.x * W;
    for (std::int64_t row = blockIdx.y; row < rows; row += gridDim.y)
        for (std::int64_t column
             = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * W;
             column < columns; column += across)
            f.template run<W>(row, column);
}

inline bool packs(const View& view)
{
    const std::uintptr_t bytes = view.half ? 2 * kPack : 4 * kPack;
    return view.columns % kPack == 0 && (view.rows <= 1 || view.stride % kPack == 0)
        && reinterpret_cast<std::uintptr_t>(view.data) % bytes == 0;
}

// The views of `f`, f.views(), as few rows as they can be seen as: one, where none has gaps.
template <class... Views>
void flatten(Views&... views)
{
    if (((views.stride != views.columns && views.rows > 1) || ...))
        return;
    const auto flat = [](View& view) {
        view.columns *= view.rows;
        view.stride = view.columns;
        view.rows = 1;
    };
    (flat(views), ...);
}

template <class F>
void launchEachElement(cudaStream_t stream, const F& f, std::int64_t rows, std::int64_t columns,
                       bool packed)
{
    if (rows == 0 || columns == 0)
        return;
    constexpr int kThreads = 128;
    constexpr std::int64_t kMostAcross
        = 4096; // blocks; more elements than those see go round again
    constexpr std::int64_t kMostRows = 16384;
    const std::int64_t perBlock = kThreads * (packed ? kPack : 1);
    const dim3 blocks(
        static_cast<unsigned>(std::min((columns + perBlock - 1) / perBlock, kMostAcross)),
        static_cast<unsigned>(std::min(rows, kMostRows)));
    if (packed)
        launch(eachElementKernel<kPack, F>, blocks, dim3(kThreads), 0, stream, f, rows, columns);
    else
        launch(eachElementKernel<1, F>, blocks, dim3(kThreads), 0, stream, f, rows, columns);
}

} // namespace gpu
