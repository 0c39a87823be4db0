// Attention without tensor cores: in F32, and of shapes that they do not take.

#pragma once

#include "engine/runtime/cuda/kernels/attention.h"

namespace gpu {

// As attend() and attendGrad(), of any types and alignment. Precondition: there are queries and
// keys.
void attendFloat(cudaStream_t stream, const AttentionShape& shape, const Attention& views);
void attendGradFloat(cudaStream_t stream, const AttentionShape& shape, const AttentionGrad& views);

} // namespace gpu
