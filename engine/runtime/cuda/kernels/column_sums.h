// Sums over the rows of a matrix, one for each column: what the gradients of biases and gains are.

#pragma once

#include "engine/runtime/cuda/kernels/view.h"

#include <cstddef>

#include <cuda_runtime_api.h>

namespace gpu {

// Bytes of scratch memory that the functions below need, of any content.
std::size_t columnSumsScratch(std::int64_t rows, std::int64_t columns);

// sums[c] += sum over n of x[n, c].
void addColumnSums(cudaStream_t stream, View sums, View x, void* scratch);
// As Kernels::normWeightGrad().
void normWeightGrad(cudaStream_t stream, bool centred, View dGain, View dBias, View dy, View x,
                    View mean, View rstd, void* scratch);

} // namespace gpu
