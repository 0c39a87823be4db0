// A group of devices, over their hosts.

#pragma once

#include "engine/runtime/communicator.h"
#include "engine/runtime/host_communicator.h"
#include "engine/runtime/store.h"

#include <functional>
#include <memory>
#include <vector>

namespace training {

// Sums, errors and their order are the host's: the same bits as on processors. Used by one thread.
class OverHostGroup final : public engine::Communicator {
public:
    // `store` must outlive this.
    OverHostGroup(std::shared_ptr<engine::HostCommunicator> host, engine::Store& store);

    const std::string& name() const override { return m_host->name(); }
    int rank() const override { return m_host->rank(); }
    int size() const override { return m_host->size(); }
    engine::Lane lane() const override { return engine::kComputeLane; }

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
    engine::Started shift(engine::DeviceBytes send, engine::DeviceBytes receive) override;

private:
    template <class T>
    engine::Started reduceAll(engine::DeviceSpan<T> values, engine::ReduceOp reduction);

    std::shared_ptr<engine::HostCommunicator> m_host;
    engine::Store& m_store;
};

} // namespace training
