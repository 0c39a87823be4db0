// Attention that never writes its scores to memory (Dao et al. 2022), and its gradients; see
// training/kernels.h for what they compute and of which shapes.

#pragma once

#include "engine/runtime/cuda/kernels/view.h"

#include <cuda_runtime_api.h>

namespace gpu {

// The largest head that the kernels have registers for.
inline constexpr int kMostHeadColumns = 256;

// Row t * batch + b is the token at place t of sample b; head h has the columns from h * size on.
struct AttentionShape {
    int batch = 1;
    int heads = 1;
    int kvHeads = 1;
    int size = 1; // 1 … kMostHeadColumns
    bool causal = false;
};

struct Attention {
    View out, logSum, q, k, v;
};
void attend(cudaStream_t stream, const AttentionShape& shape, const Attention& views);

struct AttentionGrad {
    View dq, dk, dv, dOut, delta, q, k, v, logSum;
    bool add = true; // else the gradients are replaced
};
// dk and dv are sums over queries and dq over keys: each is computed by the threads that keep it,
// which look at all scores once more, so that no order is left to chance.
void attendGrad(cudaStream_t stream, const AttentionShape& shape, const AttentionGrad& views);

} // namespace gpu
