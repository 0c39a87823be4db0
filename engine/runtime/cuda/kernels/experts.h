// Which expert gets which token, and where it stands meanwhile; see training/kernels.h.

#pragma once

#include "engine/runtime/cuda/kernels/view.h"

#include <cstddef>

#include <cuda_runtime_api.h>

namespace gpu {

void topExperts(cudaStream_t stream, Indices chosen, View weights, View logits);
void topExpertsGrad(cudaStream_t stream, View dLogits, View dWeights, Indices chosen, View weights);
void countExperts(cudaStream_t stream, Indices counts, Indices chosen);

// rows[i] = packed[i] / perRow.
void rowsOfPairs(cudaStream_t stream, Indices rows, Indices packed, std::int64_t perRow);

// Bytes of scratch memory for orderArrivals(), of any content.
std::size_t arrivalsScratch(const Indices& counts);
void orderArrivals(cudaStream_t stream, Indices arrival, Indices departure, Indices counts,
                   void* scratch);

} // namespace gpu
