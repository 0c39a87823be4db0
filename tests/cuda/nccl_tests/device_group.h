// The collectives of a group of GPUs on values of the host: for the cases that all groups pass.

#pragma once

#include "engine/runtime/communicator.h"
#include "engine/runtime/host_communicator.h"
#include "engine/runtime/store.h"

#include <memory>

namespace gpu::test {

// Values go to the GPU when a collective is started, and come back when it was waited for.
class DeviceGroup final : public engine::HostCommunicator {
public:
    // All of one device, and outlive this.
    DeviceGroup(engine::Communicator& group, engine::Store& store, engine::Lanes& lanes)
        : m_group(group)
        , m_store(store)
        , m_lanes(lanes)
    {
    }

    const std::string& name() const override { return m_group.name(); }
    int rank() const override { return m_group.rank(); }
    int size() const override { return m_group.size(); }

    engine::Started allReduce(std::span<float> values, engine::ReduceOp reduction) override;
    engine::Started allReduce(std::span<double> values, engine::ReduceOp reduction) override;
    engine::Started allGather(std::span<const std::byte> own, std::span<std::byte> all) override;
    engine::Started reduceScatter(std::span<float> all, std::span<float> own) override;
    engine::Started allToAll(std::span<const std::byte> send,
                             std::span<const std::size_t> sendBytes, std::span<std::byte> receive,
                             std::span<const std::size_t> receiveBytes) override;
    engine::Started broadcast(std::span<std::byte> data, int root) override;
    engine::Started shift(std::span<const std::byte> send, std::span<std::byte> receive) override;

private:
    engine::Communicator& m_group;
    engine::Store& m_store;
    engine::Lanes& m_lanes;
};

} // namespace gpu::test
