// Softmax cross entropy over a vocabulary that may be cut by columns; see training/kernels.h.

#pragma once

#include "engine/runtime/cuda/kernels/view.h"

#include <cuda_runtime_api.h>

namespace gpu {

void rowMaxima(cudaStream_t stream, View maxima, View logits, std::int64_t valid);
void exponentials(cudaStream_t stream, View logits, View sums, View chosen, View maxima,
                  Indices targets, int first, std::int64_t valid);
void sumLosses(cudaStream_t stream, double* loss, View sums, View chosen);
// gradient: `logits`, or in their memory.
void lossGrad(cudaStream_t stream, View gradient, View logits, View maxima, View sums,
              Indices targets, int first, std::int64_t valid, float scale);

} // namespace gpu
