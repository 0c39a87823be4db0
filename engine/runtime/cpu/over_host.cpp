#include "engine/runtime/cpu/over_host.h"

#include "engine/runtime/cpu/over_host_group.h"
#include "engine/runtime/cpu/over_host_transport.h"

#include <utility>

namespace training {

OverHost::OverHost(std::unique_ptr<Device> device)
    : WrappedDevice(std::move(device))
{
}

OverHost::~OverHost() = default;

plan::Result<std::unique_ptr<engine::Communicator>>
OverHost::group(std::shared_ptr<engine::HostCommunicator> host)
{
    if (host == nullptr || host->size() == 1)
        return std::unique_ptr<engine::Communicator>();
    return std::unique_ptr<engine::Communicator>(
        std::make_unique<OverHostGroup>(std::move(host), store()));
}

plan::Result<engine::Transport*> OverHost::transport(engine::Transport& host, const PipelineRoutes&)
{
    m_transport = std::make_unique<OverHostTransport>(host, store(), lanes());
    return m_transport.get();
}

} // namespace training
