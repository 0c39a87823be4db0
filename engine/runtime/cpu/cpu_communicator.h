// A group of processors: device memory is the host's, so their collectives are the host's.

#pragma once

#include "engine/runtime/communicator.h"
#include "engine/runtime/host_communicator.h"

#include "engine/runtime/training/rank_groups.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace training {

class CpuCommunicator final : public engine::Communicator {
public:
    // `host` is the same group.
    explicit CpuCommunicator(std::unique_ptr<engine::HostCommunicator> host);

    const std::string& name() const override { return m_host->name(); }
    int rank() const override { return m_host->rank(); }
    int size() const override { return m_host->size(); }

    engine::Started allReduce(engine::DeviceSpan<float> values,
                              engine::ReduceOp reduction) override;
    engine::Started allGather(engine::DeviceBytes own, engine::DeviceBytes all) override;
    engine::Started reduceScatter(engine::DeviceSpan<float> all,
                                  engine::DeviceSpan<float> own) override;
    engine::Started allToAll(engine::DeviceBytes send, std::span<const std::size_t> sendBytes,
                             engine::DeviceBytes receive,
                             std::span<const std::size_t> receiveBytes) override;
    engine::Started shift(engine::DeviceBytes send, engine::DeviceBytes receive) override;

private:
    std::unique_ptr<engine::HostCommunicator> m_host;
};

// Like MakeGroup, of the host's groups.
using MakeHostGroup = std::function<plan::Result<std::unique_ptr<engine::HostCommunicator>>(
    const std::string& name, const std::vector<int>& members)>;

MakeGroup cpuGroups(MakeHostGroup make);

} // namespace training
