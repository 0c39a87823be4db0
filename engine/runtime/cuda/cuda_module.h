// NVIDIA GPUs as the program finds them on a machine.

#pragma once

#include "engine/runtime/training/device_module.h"

namespace gpu {

// A version as CUDA packs it: 13000 is "13.0".
std::string versionText(int packed);

// "GPU-0123…-…", as CUDA_VISIBLE_DEVICES takes it; "MIG-…" of a part of a divided GPU.
std::string uuidText(const training::GpuFacts& gpu, const char (&bytes)[16]);

class CudaModule final : public training::DeviceModule {
public:
    training::GpuList look() override;
    plan::Result<std::unique_ptr<training::Device>> open(const training::DeviceRequest& request,
                                                         engine::Waiting& waiting) override;

private:
    training::GpuList find(); // without who uses them, which takes longer
};

} // namespace gpu
