#include "engine/runtime/turns/turn_transport.h"

namespace turns {

using engine::Arrival;
using engine::Transfer;
using Kind = plan::Instruction::Kind;

plan::Outcome TurnTransport::start(std::span<const Transfer> group)
{
    const Nanoseconds asked = m_turns.clock().now();
    if (auto stood = m_turns.stand(); !stood)
        return stood;
    const Nanoseconds left = m_turns.clock().now();
    std::vector<Transfer> stamped(group.begin(), group.end());
    for (Transfer& transfer : stamped)
        if (transfer.instruction.kind == Kind::Send) {
            transfer.stamp.virtualEnd = left;
            // A device may have had to do what is sent first.
            if (transfer.stamp.sent)
                *transfer.stamp.sent += left - asked;
        }
    auto started = m_messages.start(stamped);
    m_turns.go();
    return started;
}

plan::Result<Arrival> TurnTransport::wait(const plan::Op& op)
{
    if (auto stood = m_turns.stand(); !stood)
        return stood.error();
    auto arrival = m_messages.wait(op);
    if (arrival) {
        const Nanoseconds here = arrival->stamp.virtualEnd + m_times.message(op);
        m_turns.clock().sleepUntil(here);
        arrival->at = m_lanes.at(here);
    }
    m_turns.go();
    return arrival;
}

plan::Outcome TurnTransport::drain()
{
    if (auto stood = m_turns.stand(); !stood)
        return stood;
    auto drained = m_messages.drain();
    m_turns.go();
    return drained;
}

} // namespace turns
