#include "engine/runtime/cpu/cpu_device.h"

#include "engine/runtime/cpu/cpu_communicator.h"

namespace training {

plan::Result<std::unique_ptr<engine::Communicator>>
CpuDevice::group(std::shared_ptr<engine::HostCommunicator> host)
{
    // A rank that is in no group of a name need not pretend to be.
    if (host == nullptr)
        return std::unique_ptr<engine::Communicator>();
    return std::unique_ptr<engine::Communicator>(
        std::make_unique<CpuCommunicator>(std::move(host)));
}

} // namespace training
