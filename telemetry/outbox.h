// The frames of one rank that the collector has not acknowledged yet: numbers them,
// says which may be sent now, and which were lost and must be sent again.
//
// Loss is certain, not guessed from time: heartbeats travel in order with the frames,
// so an answer to a heartbeat that does not acknowledge a frame sent before it means
// that the frame did not arrive. No sockets, clocks or threads in here; one thread owns it.

#pragma once

#include "telemetry/codec.h"

#include <deque>

namespace telemetry {

// Memory: the frames that are not acknowledged. It takes frames without a bound of its own; its
// owner looks at hasCredit() before it takes more records from its rings.
class Outbox {
public:
    // `address.sequence` is the number of the first frame. One frame may be sent
    // before the first credit.
    explicit Outbox(FrameAddress address)
        : m_address(address)
        , m_acknowledged(address.sequence)
    {
    }

    // Takes what the builder holds as the next frame; nothing if it is empty.
    void add(FrameBuilder& builder);

    // The oldest frame that was not sent and has credit, or null. markSent() when it
    // has left; the pointer holds until add() or take().
    const Bytes* nextToSend() const;
    void markSent();

    // The next heartbeat; counts as sent.
    Bytes heartbeat(std::uint64_t produced, std::uint64_t dropped);

    // What was under way is lost with the connection: it may be sent again at once.
    void startOver();

    // What the collector said. Nonsense (acknowledging the future) is ignored.
    void take(const Credit& credit);

    // True: a frame added now could be sent without waiting for more credit.
    bool hasCredit() const { return m_address.sequence < m_acknowledged + m_window; }
    // True: all frames are acknowledged. Counts are since the beginning; records as in Totals.
    bool empty() const { return m_frames.empty(); }
    std::uint64_t acknowledgedRecords() const { return m_acknowledgedRecords; }
    std::uint64_t resentFrames() const { return m_resent; }

private:
    struct Waiting {
        Bytes bytes;
        std::uint64_t records = 0;
        std::uint64_t sentBefore = 0; // number of the heartbeat that follows it; 0: not sent
    };

    FrameAddress m_address; // of the next frame added
    std::deque<Waiting> m_frames;
    std::size_t m_sent = 0; // the first so many of m_frames are under way
    std::uint64_t m_acknowledged = 0;
    std::uint32_t m_window = 1;
    std::uint64_t m_heartbeats = 0;
    std::uint64_t m_acknowledgedRecords = 0;
    std::uint64_t m_resent = 0;
};

} // namespace telemetry
