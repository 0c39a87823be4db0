#include "telemetry/source_outlet.h"

#include "telemetry/quiet_thread.h"

namespace telemetry {

void SourceOutlet::publish(const SourceStatus& status)
{
    const std::lock_guard lock(m_mutex);
    m_status = status;
}

void SourceOutlet::publishFault(SourceState state, const char* what,
                                const std::exception& fault) noexcept
{
    const std::lock_guard lock(m_mutex);
    m_status.state = state;
    describeFault(m_status.sentence, what, fault);
}

SourceStatus SourceOutlet::status() const
{
    SourceStatus status;
    {
        const std::lock_guard lock(m_mutex);
        status = m_status;
    }
    // The queue is looked at after the state: once the source says Ended it adds no frame, so a
    // queue that is empty now stays empty, and nobody stops draining before the last frame.
    if (status.state == SourceState::Ended && !m_frames.empty())
        status.state = SourceState::Behind;
    return status;
}

} // namespace telemetry
