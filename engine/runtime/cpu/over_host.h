// What devices exchange where they do not reach each other themselves: it goes from the memory of
// one to its host, between the hosts, and into the memory of the other.

#pragma once

#include "engine/runtime/training/wrapped_device.h"

namespace training {

// The device, with groups and messages of its host's. All of them work in its Compute lane, and the
// host waits there for what is sent, which costs the time that a way of the devices' own is for.
class OverHost final : public WrappedDevice {
public:
    explicit OverHost(std::unique_ptr<Device> device);
    ~OverHost() override;

    plan::Result<std::unique_ptr<engine::Communicator>>
    group(std::shared_ptr<engine::HostCommunicator> host) override;
    plan::Result<engine::Transport*> transport(engine::Transport& host,
                                               const PipelineRoutes& routes) override;
    // There is nothing between the devices that could be ended.
    plan::Outcome close() override { return plan::done(); }

private:
    std::unique_ptr<engine::Transport> m_transport;
};

} // namespace training
