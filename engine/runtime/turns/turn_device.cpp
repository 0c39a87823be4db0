#include "engine/runtime/turns/turn_device.h"

#include "engine/runtime/turns/turn_communicator.h"

#include <utility>

namespace turns {

TurnDevice::TurnDevice(std::unique_ptr<training::Device> device, NetworkTimes times, Turns& turns)
    : WrappedDevice(std::move(device))
    , m_times(std::move(times))
    , m_turns(turns)
    , m_lanes(wrapped().lanes(), turns.clock())
{
    m_turns.setDevice(
        [&lanes = wrapped().lanes()] { return lanes.time(lanes.mark(engine::kComputeLane)); });
}

TurnDevice::~TurnDevice() { m_turns.setDevice({}); }

plan::Result<std::optional<engine::KernelNews>> TurnDevice::takeKernels()
{
    auto news = wrapped().takeKernels();
    if (news && *news)
        for (engine::KernelActivity& kernel : (*news)->kernels) {
            kernel.start = m_turns.clock().at(kernel.start);
            kernel.end = m_turns.clock().at(kernel.end);
        }
    return news;
}

plan::Result<std::unique_ptr<engine::Communicator>>
TurnDevice::group(std::shared_ptr<engine::HostCommunicator> host)
{
    auto made = wrapped().group(host);
    if (!made || *made == nullptr || (*made)->size() == 1)
        return made;
    return std::unique_ptr<engine::Communicator>(std::make_unique<TurnCommunicator>(
        std::move(*made), std::move(host), m_times, m_lanes, m_turns));
}

plan::Result<engine::Transport*> TurnDevice::transport(engine::Transport& host,
                                                       const training::PipelineRoutes& routes)
{
    auto messages = wrapped().transport(host, routes);
    if (!messages)
        return messages;
    m_transport = std::make_unique<TurnTransport>(**messages, m_times, m_lanes, m_turns);
    return m_transport.get();
}

} // namespace turns
