// The device of a rank that takes turns: its own, on the rank's virtual clock, with groups and
// messages that take what the planner says.

#pragma once

#include "engine/runtime/training/wrapped_device.h"
#include "engine/runtime/turns/turn_transport.h"

#include <memory>

namespace turns {

// Whatever it computes and whatever it sends is the device's own, bit for bit; only the times are
// not. It queues as much as the device does: before its rank gives the turn away, it has nothing
// left to do.
class TurnDevice final : public training::WrappedDevice {
public:
    // `turns` must outlive this, and learns when the device has done what was queued. Groups and
    // messages of `device` must be its host's: what one rank's device waits for while another has
    // its turn would never come.
    TurnDevice(std::unique_ptr<training::Device> device, NetworkTimes times, Turns& turns);
    ~TurnDevice() override;

    engine::Lanes& lanes() override { return m_lanes; }
    // On the rank's clock, like all else.
    plan::Result<std::optional<engine::KernelNews>> takeKernels() override;
    plan::Result<std::unique_ptr<engine::Communicator>>
    group(std::shared_ptr<engine::HostCommunicator> host) override;
    plan::Result<engine::Transport*> transport(engine::Transport& host,
                                               const training::PipelineRoutes& routes) override;

private:
    const NetworkTimes m_times;
    Turns& m_turns;
    TurnLanes m_lanes;
    std::unique_ptr<TurnTransport> m_transport;
};

} // namespace turns
