// Attention of BF16 on the tensor cores.

#pragma once

#include "engine/runtime/cuda/kernels/attention.h"

namespace gpu {

// Whether the kernels below take it: queries, keys, values and gradients of the result in BF16,
// heads of a multiple of eight columns, rows that begin at multiples of 16 bytes, and in what is
// written at those of two elements.
bool takesHalf(const AttentionShape& shape, const Attention& views);
bool takesHalf(const AttentionShape& shape, const AttentionGrad& views);

// As attend() and attendGrad(); probabilities and their gradients are rounded to BF16 before they
// are multiplied. Precondition: there are queries and keys, and takesHalf().
void attendHalf(cudaStream_t stream, const AttentionShape& shape, const Attention& views);
void attendGradHalf(cudaStream_t stream, const AttentionShape& shape, const AttentionGrad& views);

} // namespace gpu
