#include "tests/cuda/training_tests/fake_gpu.h"

#include "engine/runtime/cuda/cuda_device.h"
#include "engine/runtime/training/failure.h"

namespace training {

MakeDevice gpuWith(const fake::Options& options)
{
    return [options](const engine::Clock&, engine::Waiting& waiting) -> std::unique_ptr<Device> {
        fake::Device::own().reset(options);
        return must(CudaDevice::open({.description = "made up"}, waiting));
    };
}

} // namespace training
