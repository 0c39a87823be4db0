#include "engine/runtime/cuda/check.h"

#include "engine/runtime/training/failure.h"

#include <fmt/format.h>

namespace gpu {

namespace {

// What a person can do about it; empty where that is not known.
std::string_view adviceFor(cudaError_t error)
{
    switch (error) {
    case cudaErrorECCUncorrectable:
        return "; its memory is damaged: look at dmesg and nvidia-smi -q -d ECC, and use another "
               "GPU";
    case cudaErrorDevicesUnavailable:
        return "; another process holds it, or nvidia-smi -c has set it to exclusive use";
    case cudaErrorInsufficientDriver:
        return "; install a newer driver, or run with --device cpu";
    case cudaErrorNvlinkUncorrectable:
        return "; a connection between GPUs is faulty: look at dmesg and nvidia-smi nvlink -e, and "
               "use other GPUs";
    case cudaErrorUnknown:
        return "; the driver may have lost it: look at dmesg and nvidia-smi, and restart the "
               "machine "
               "where it does not answer";
    case cudaErrorNoKernelImageForDevice:
        return "; the kernels of this build are for compute capability 8.0 and later";
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorAssert:
        return "; this is a fault of the program or of the GPU: run it with compute-sanitizer, or "
               "on another GPU";
    default:
        return "";
    }
}

} // namespace

plan::Error errorOf(cudaError_t error, std::string_view what)
{
    return {fmt::format("the GPU cannot {}: {} ({}){}", what, cudaGetErrorString(error),
                        cudaGetErrorName(error), adviceFor(error))};
}

void check(cudaError_t error, std::string_view what)
{
    if (error != cudaSuccess)
        throw training::Failure(errorOf(error, what));
}

cudaError_t stateOf(cudaEvent_t event)
{
    const cudaError_t state = cudaEventQuery(event);
    // It is an answer, but the runtime keeps it as the last error.
    if (state == cudaErrorNotReady)
        static_cast<void>(cudaGetLastError());
    return state;
}

} // namespace gpu
