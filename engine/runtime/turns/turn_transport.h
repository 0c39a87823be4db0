// Messages between ranks that take turns. They are real; when they are here is what the planner
// says: as long after they left, on their sender's clock, as the strategy's network takes.

#pragma once

#include "engine/runtime/transport.h"
#include "engine/runtime/turns/network_times.h"
#include "engine/runtime/turns/turn_lanes.h"
#include "engine/runtime/turns/turns.h"

#include <vector>

namespace turns {

// The clock stands in every call: what sending and receiving costs the host here would be a
// network's work elsewhere. A message says in its stamp when it left, on the clock that all ranks
// of a machine share (Stamp::virtualEnd). Used by one thread.
class TurnTransport final : public engine::Transport {
public:
    // All must outlive this. `messages` carries them, between ranks of one machine.
    TurnTransport(engine::Transport& messages, const NetworkTimes& times, TurnLanes& lanes,
                  Turns& turns)
        : m_messages(messages)
        , m_times(times)
        , m_lanes(lanes)
        , m_turns(turns)
    {
    }

    int rank() const override { return m_messages.rank(); }
    int ranks() const override { return m_messages.ranks(); }
    std::size_t messageBytes() const override { return m_messages.messageBytes(); }
    void beginStep(int step) override { m_messages.beginStep(step); }
    plan::Outcome start(std::span<const engine::Transfer> group) override;
    engine::Lane laneOf(const plan::Instruction& instruction) const override
    {
        return m_messages.laneOf(instruction);
    }
    plan::Result<bool> progress() override { return m_messages.progress(); }
    // Sets the clock to when the message was here, if that is later.
    plan::Result<engine::Arrival> wait(const plan::Op& op) override;
    plan::Outcome drain() override;

private:
    engine::Transport& m_messages;
    const NetworkTimes& m_times;
    TurnLanes& m_lanes;
    Turns& m_turns;
};

} // namespace turns
