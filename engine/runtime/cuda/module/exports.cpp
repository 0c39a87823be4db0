// What the library of the GPU shows the program that loads it.

#include "engine/runtime/cuda/cuda_module.h"
#include "engine/runtime/module_loader/entry.h"

extern "C" [[gnu::visibility("default")]] training::DeviceModule* BUBBLESCOPE_CUDA_ENTRY()
{
    return new gpu::CudaModule;
}
