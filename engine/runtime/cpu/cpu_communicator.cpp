#include "engine/runtime/cpu/cpu_communicator.h"

#include "engine/runtime/cpu/host_span.h"

#include <utility>

namespace training {

using engine::Started;

CpuCommunicator::CpuCommunicator(std::shared_ptr<engine::HostCommunicator> host)
    : m_host(std::move(host))
{
}

Started CpuCommunicator::allReduce(DeviceSpan<float> values, engine::ReduceOp reduction)
{
    return m_host->allReduce(hostSpan(values), reduction);
}

Started CpuCommunicator::allReduce(DeviceSpan<double> values, engine::ReduceOp reduction)
{
    return m_host->allReduce(hostSpan(values), reduction);
}

Started CpuCommunicator::allGather(DeviceBytes own, DeviceBytes all)
{
    return m_host->allGather(hostSpan(own), hostSpan(all));
}

Started CpuCommunicator::reduceScatter(DeviceSpan<float> all, DeviceSpan<float> own)
{
    return m_host->reduceScatter(hostSpan(all), hostSpan(own));
}

Started CpuCommunicator::allToAll(DeviceBytes send, std::span<const std::size_t> sendBytes,
                                  DeviceBytes receive, std::span<const std::size_t> receiveBytes)
{
    return m_host->allToAll(hostSpan(send), sendBytes, hostSpan(receive), receiveBytes);
}

Started CpuCommunicator::shift(DeviceBytes send, DeviceBytes receive)
{
    return m_host->shift(hostSpan(send), hostSpan(receive));
}

} // namespace training
