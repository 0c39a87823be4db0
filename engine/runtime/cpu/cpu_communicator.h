// A group of processors: device memory is the host's, so their collectives are the host's.

#pragma once

#include "engine/runtime/communicator.h"
#include "engine/runtime/host_communicator.h"

#include <memory>

namespace training {

// Shares the host's group and adds nothing to it: sizes, errors and the order of sums are those of
// HostCommunicator.
class CpuCommunicator final : public engine::Communicator {
public:
    // `host` is the same group.
    explicit CpuCommunicator(std::shared_ptr<engine::HostCommunicator> host);

    const std::string& name() const override { return m_host->name(); }
    // Of the host's group, whose members are the same in the same order.
    int rank() const override { return m_host->rank(); }
    int size() const override { return m_host->size(); }
    engine::Lane lane() const override { return {1}; }

    // Every address must be one of the host's: each span becomes a span of the same memory, which
    // the host's collective works on in place. Work is done by the thread that waits or tests.
    engine::Started allReduce(engine::DeviceSpan<float> values,
                              engine::ReduceOp reduction) override;
    engine::Started allReduce(engine::DeviceSpan<double> values,
                              engine::ReduceOp reduction) override;
    engine::Started allGather(engine::DeviceBytes own, engine::DeviceBytes all) override;
    engine::Started reduceScatter(engine::DeviceSpan<float> all,
                                  engine::DeviceSpan<float> own) override;
    engine::Started allToAll(engine::DeviceBytes send, std::span<const std::size_t> sendBytes,
                             engine::DeviceBytes receive,
                             std::span<const std::size_t> receiveBytes) override;
    // Round the ring of the members.
    engine::Started shift(engine::DeviceBytes send, engine::DeviceBytes receive) override;

private:
    // Never null.
    std::shared_ptr<engine::HostCommunicator> m_host;
};

} // namespace training
