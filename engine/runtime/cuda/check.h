// Errors of CUDA's libraries, as sentences.

#pragma once

#include "engine/plan/result.h"

#include <string_view>

#include <cuda_runtime_api.h>

namespace gpu {

// "the GPU cannot take memory: out of memory (cudaErrorMemoryAllocation)". An error of the device
// may be one of work that was queued long before; what then can be done is said, too, where it is
// known. Precondition: it is one.
plan::Error errorOf(cudaError_t error, std::string_view what);

// Throws training::Failure with that sentence unless all is well.
void check(cudaError_t error, std::string_view what);

// Success where the event has passed, cudaErrorNotReady where it has not, or an error of the
// device. Leaves no error behind for the next call to find.
cudaError_t stateOf(cudaEvent_t event);

} // namespace gpu
