// In place of the loader of the GPU's library: GPUs that are made up, in the program itself. Where
// a CUPTI that is made up stands beside them, it watches what they do.

#include "engine/runtime/cuda/cuda_module.h"
#include "engine/runtime/cuda/cupti_trace.h"
#include "tests/cuda/fakes/streams.h"

#include <dlfcn.h>

namespace training {
namespace {

class WatchedModule final : public DeviceModule {
public:
    GpuList look() override { return m_gpus.look(); }

    plan::Result<std::unique_ptr<Device>> open(const DeviceRequest& request,
                                               engine::Waiting& waiting) override
    {
        void* const cupti = request.deep ? dlopen(gpu::kCuptiLibrary, RTLD_NOW) : nullptr;
        void* const made = cupti != nullptr ? dlsym(cupti, "fakeCuptiWatcher") : nullptr;
        if (made != nullptr)
            fake::Device::own().setWatcher(reinterpret_cast<fake::Watcher* (*)()>(made)());
        return m_gpus.open(request, waiting);
    }

private:
    gpu::CudaModule m_gpus;
};

} // namespace

plan::Result<std::unique_ptr<DeviceModule>> loadCudaModule()
{
    return std::unique_ptr<DeviceModule>(std::make_unique<WatchedModule>());
}

} // namespace training
