#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/host_store.h"
#include "tests/runtime/kernels/device_values.h"

namespace training::test {

KernelDevice kernelDevice()
{
    static CpuKernels kernels;
    static HostStore store;
    return {.kernels = kernels, .store = store};
}

} // namespace training::test
