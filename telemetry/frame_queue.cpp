#include "telemetry/frame_queue.h"

#include <utility>

namespace telemetry {
namespace {

// What a frame counts for. The payload's bytes stand for those of the decoded records.
std::size_t weight(const Frame& frame)
{
    return sizeof(Frame) + std::size_t{frame.header.payloadBytes};
}

} // namespace

bool FrameQueue::push(Frame& frame, std::chrono::milliseconds patience)
{
    const std::size_t bytes = weight(frame);
    std::unique_lock lock(m_mutex);
    // An empty queue takes any frame, or one larger than the limit would wait for ever.
    const auto fits = [&] { return m_limit > 0 && (m_bytes == 0 || m_bytes + bytes <= m_limit); };
    if (!fits() && (patience.count() == 0 || !m_room.wait_for(lock, patience, fits)))
        return false;
    m_bytes += bytes;
    m_frames.push_back(std::move(frame));
    return true;
}

std::size_t FrameQueue::drain(std::vector<Frame>& out, std::size_t max)
{
    std::size_t moved = 0;
    {
        const std::lock_guard lock(m_mutex);
        for (; moved < max && !m_frames.empty(); ++moved) {
            m_bytes -= weight(m_frames.front());
            out.push_back(std::move(m_frames.front()));
            m_frames.pop_front();
        }
    }
    if (moved > 0)
        m_room.notify_one();
    return moved;
}

bool FrameQueue::empty() const
{
    const std::lock_guard lock(m_mutex);
    return m_frames.empty();
}

} // namespace telemetry
