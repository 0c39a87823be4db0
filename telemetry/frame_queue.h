// Decoded frames on their way from one thread to another, bounded by their bytes.
//
// A full queue makes its writer wait or tells it so; nothing is dropped here. All functions may be
// called from any thread, though one reader and one writer are what it is for: only one waiting
// writer is woken when room is made.

#pragma once

#include "telemetry/codec.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace telemetry {

// First in, first out. Frames are moved, never copied.
class FrameQueue {
public:
    // `bytes`: the bound, which counts a frame as its payload on the wire and sizeof(Frame). One
    // frame always fits an empty queue, unless `bytes` is 0, which takes none.
    explicit FrameQueue(std::size_t bytes)
        : m_limit(bytes)
    {
    }

    // Any thread. False: full, `frame` is left as it was. Waits at most `patience` for room.
    bool push(Frame& frame, std::chrono::milliseconds patience = {});

    // Appends at most `max` frames to `out`, oldest first; returns how many. Never waits for a
    // frame to come.
    std::size_t drain(std::vector<Frame>& out, std::size_t max);

    bool empty() const; // at the moment of the call

private:
    const std::size_t m_limit;
    mutable std::mutex m_mutex;
    std::condition_variable m_room;
    std::deque<Frame> m_frames;
    std::size_t m_bytes = 0; // of all frames, as they count against the limit
};

} // namespace telemetry
