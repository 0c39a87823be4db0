// The first GPU that CUDA shows.

#include "engine/runtime/cuda/cuda_kernels.h"
#include "engine/runtime/cuda/cuda_store.h"
#include "tests/runtime/kernels/device_values.h"

namespace training::test {

KernelDevice kernelDevice()
{
    static engine::SystemClock clock;
    static engine::Waiting waiting(clock);
    // Never destroyed: the driver may be gone by then.
    static auto* const lanes = new gpu::CudaLanes(waiting, std::chrono::minutes(1));
    static auto* const store = new gpu::CudaStore(*lanes);
    static auto* const kernels = new CudaKernels(*lanes, *store);
    return {.kernels = *kernels, .store = *store, .roundsFactors = true};
}

} // namespace training::test
