// Collectives among ranks that take turns. They are real; when they are over is what the planner
// says: they begin when the last member has come, on its clock, and last what its cost model has
// for them on the strategy's network.

#pragma once

#include "engine/runtime/collective.h"
#include "engine/runtime/communicator.h"
#include "engine/runtime/turns/network_times.h"
#include "engine/runtime/turns/turn_lanes.h"
#include "engine/runtime/turns/turns.h"

#include <functional>
#include <memory>

namespace turns {

// The clock stands in every call, as in TurnTransport. One that goes on beside computing moves on
// while this rank waits, and not between its products, which it would lengthen; so it is over when
// it is waited for, with the end that it had. Used by one thread.
class TurnCommunicator final : public engine::Communicator {
public:
    // `host` is the same group as `group`; members tell each other by it when they came. The rest
    // must outlive this.
    TurnCommunicator(std::unique_ptr<engine::Communicator> group,
                     std::shared_ptr<engine::HostCommunicator> host, const NetworkTimes& times,
                     TurnLanes& lanes, Turns& turns);

    const std::string& name() const override { return m_group->name(); }
    int rank() const override { return m_group->rank(); }
    int size() const override { return m_group->size(); }
    engine::Lane lane() const override { return m_group->lane(); }

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
    engine::Started start(engine::CollectiveKind kind, std::size_t bytes,
                          const std::function<engine::Started()>& begin);

    const std::unique_ptr<engine::Communicator> m_group;
    const std::shared_ptr<engine::HostCommunicator> m_host;
    const NetworkTimes& m_times;
    TurnLanes& m_lanes;
    Turns& m_turns;
};

} // namespace turns
