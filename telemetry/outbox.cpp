#include "telemetry/outbox.h"

namespace telemetry {

void Outbox::add(FrameBuilder& builder)
{
    if (builder.count() == 0)
        return;
    const FrameHeader counted{.kind = builder.kind(), .count = builder.count()};
    m_frames.push_back({builder.finish(m_address), countedRecords(counted), 0});
    ++m_address.sequence;
}

const Bytes* Outbox::nextToSend() const
{
    return m_sent < m_frames.size() && m_sent < m_window ? &m_frames[m_sent].bytes : nullptr;
}

// The next heartbeat follows the frame on the same connection; its number is the proof to come.
void Outbox::markSent() { m_frames[m_sent++].sentBefore = m_heartbeats + 1; }

Bytes Outbox::heartbeat(std::uint64_t produced, std::uint64_t dropped)
{
    FrameAddress address = m_address;
    address.sequence = 0;
    return encodeOne(FrameKind::Heartbeat, address,
                     Heartbeat{.number = ++m_heartbeats, .produced = produced, .dropped = dropped});
}

void Outbox::startOver()
{
    m_resent += m_sent;
    m_sent = 0;
}

void Outbox::take(const Credit& credit)
{
    if (credit.acknowledged > m_acknowledged + m_sent || credit.echo > m_heartbeats)
        return;
    while (m_acknowledged < credit.acknowledged) {
        m_acknowledgedRecords += m_frames.front().records;
        m_frames.pop_front();
        --m_sent;
        ++m_acknowledged;
    }
    m_window = credit.window;
    if (credit.echo == 0 || m_sent == 0 || m_frames.front().sentBefore > credit.echo)
        return;
    // The oldest was sent before a heartbeat that arrived, and it did not: start over there.
    startOver();
}

} // namespace telemetry
