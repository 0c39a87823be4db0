// Norms over the columns of a row, and their gradients; see training/kernels.h.

#pragma once

#include "engine/runtime/cuda/kernels/view.h"

#include <cuda_runtime_api.h>

namespace gpu {

// `centred`: LayerNorm; else RMSNorm, which leaves mean and bias alone.
void norm(cudaStream_t stream, bool centred, float epsilon, View y, View mean, View rstd, View x,
          View gain, View bias);
// dx = residual + the gradient of x; residual may be dx, or none.
void normInputGrad(cudaStream_t stream, bool centred, View dx, View residual, View dy, View x,
                   View mean, View rstd, View gain);

void addResidual(cudaStream_t stream, View y, View residual, View x, View bias);

struct ResidualNorm {
    View normed, mean, rstd;   // of y,
    View y, residual, x, bias; // which is residual + x + bias
    View gain, normBias;
};
void addResidualNorm(cudaStream_t stream, bool centred, float epsilon, const ResidualNorm& views);

} // namespace gpu
