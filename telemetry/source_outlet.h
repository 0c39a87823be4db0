// The end of a viewer's source that other threads see: the frames its thread has decoded, and how
// it says it stands. What a live source and a recording have in common.

#pragma once

#include "telemetry/frame_queue.h"
#include "telemetry/viewer.h"

#include <chrono>
#include <cstddef>
#include <exception>
#include <mutex>
#include <vector>

namespace telemetry {

// Filled by the source's own thread, read by any other.
class SourceOutlet {
public:
    // `queueBytes`: the bound of the queue, see FrameQueue.
    explicit SourceOutlet(std::size_t queueBytes)
        : m_frames(queueBytes)
    {
    }

    // For the source's thread; see FrameQueue::push(). False: there was no room, and the frame is
    // left to the caller.
    bool push(Frame& frame, std::chrono::milliseconds patience = {})
    {
        return m_frames.push(frame, patience);
    }

    // For the source's thread: what status() says from now on.
    void publish(const SourceStatus& status);

    // For the source's thread, when it can go on no longer: `what`, a colon and the reason are the
    // sentence, see describeFault(), and the rest of the status stays as it was.
    void publishFault(SourceState state, const char* what, const std::exception& fault) noexcept;

    // See ViewerSource. Ended is said only once the frames that were read have been drained, too.
    std::size_t drain(std::vector<Frame>& out, std::size_t max) { return m_frames.drain(out, max); }
    SourceStatus status() const;

private:
    // Has a lock of its own; a reader that drains never waits for one that asks for the status.
    FrameQueue m_frames;
    mutable std::mutex m_mutex;
    SourceStatus m_status; // mutex
};

} // namespace telemetry
