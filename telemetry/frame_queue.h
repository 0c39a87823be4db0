// Decoded frames on their way from one thread to another, bounded by their bytes.
//
// A full queue makes its writer wait or tells it so; nothing is dropped here. All functions may be
// called from any thread, though one reader and one writer are what it is for.

#pragma once

#include "telemetry/codec.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace telemetry {

class FrameQueue {
public:
    // `bytes`: counted as on the wire. One frame always fits an empty queue, unless
    // `bytes` is 0.
    explicit FrameQueue(std::size_t bytes)
        : m_limit(bytes)
    {
    }

    // Any thread. False: full, `frame` is left as it was. Waits at most `patience` for room.
    bool push(Frame& frame, std::chrono::milliseconds patience = {});

    // Appends at most `max` frames, oldest first; returns how many. Never waits.
    std::size_t drain(std::vector<Frame>& out, std::size_t max);

    bool empty() const; // at the moment of the call

private:
    const std::size_t m_limit;
    mutable std::mutex m_mutex;
    std::condition_variable m_room;
    std::deque<Frame> m_frames;
    std::size_t m_bytes = 0;
};

} // namespace telemetry
