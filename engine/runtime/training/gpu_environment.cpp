#include "engine/runtime/training/gpu_environment.h"

#include <cstdlib>

namespace training {

void prepareGpuEnvironment()
{
    constexpr int kInItsPlace = 1;
    constexpr int kLeaveAsItIs = 0;
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", kInItsPlace);
    setenv("NCCL_RUNTIME_CONNECT", "0", kLeaveAsItIs);
    setenv("CUDA_MODULE_LOADING", "EAGER", kLeaveAsItIs);
}

} // namespace training
