// Kernels that take rows by number, and that make one number of each row; see training/kernels.h.

#pragma once

#include "engine/runtime/cuda/kernels/view.h"

#include <cuda_runtime_api.h>

namespace gpu {

void gatherRows(cudaStream_t stream, View y, View table, Indices rows, int first);
void scatterRows(cudaStream_t stream, View table, View x, Indices rows);
// `order`: the numbers 0 … of `rows`, sorted by the row they name, of equal ones in their order
// (sorting.h). scale.data may be null.
void addToRows(cudaStream_t stream, View table, View x, Indices rows, int first, View scale,
               const std::int32_t* order);
// dots[i, h] = the sum over the `size` columns of head h of a[i] b[i].
void dots(cudaStream_t stream, View dots, View a, View b, int size);
// y = x, with the first `turned` columns rotated; y may be x.
void rotate(cudaStream_t stream, View y, View x, std::int64_t turned, Indices positions, int size,
            float base, bool back);

} // namespace gpu
