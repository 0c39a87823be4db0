// Messages along the pipeline between devices, over their hosts.

#pragma once

#include "engine/runtime/store.h"
#include "engine/runtime/transport.h"

#include <map>
#include <memory>
#include <vector>

namespace training {

// Used by one thread.
class OverHostTransport final : public engine::Transport {
public:
    // All must outlive this. `host` carries messages between memories of hosts.
    OverHostTransport(engine::Transport& host, engine::Store& store, engine::Lanes& lanes)
        : m_host(host)
        , m_store(store)
        , m_lanes(lanes)
    {
    }

    int rank() const override { return m_host.rank(); }
    int ranks() const override { return m_host.ranks(); }
    std::size_t messageBytes() const override { return m_host.messageBytes(); }
    void beginStep(int step) override { m_host.beginStep(step); }
    // Waits until the device has what is sent.
    plan::Outcome start(std::span<const engine::Transfer> group) override;
    engine::Lane laneOf(const plan::Instruction&) const override { return engine::kComputeLane; }
    plan::Result<bool> progress() override { return m_host.progress(); }
    plan::Result<engine::Arrival> wait(const plan::Op& op) override;
    plan::Outcome drain() override { return m_host.drain(); }

private:
    using Values = std::vector<std::byte>;

    // A receive that was started.
    struct Posted {
        std::shared_ptr<Values> values;
        engine::DeviceBytes goesTo{};
    };

    engine::Transfer onHost(const engine::Transfer& transfer);

    engine::Transport& m_host;
    engine::Store& m_store;
    engine::Lanes& m_lanes;
    std::map<plan::Op, Posted> m_posted;
};

} // namespace training
