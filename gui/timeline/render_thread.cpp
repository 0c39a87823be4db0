#include "gui/timeline/render_thread.h"

namespace gui {

RenderThread::RenderThread(QObject* parent)
    : QObject(parent)
    , m_thread([this] { run(); })
{
}

RenderThread::~RenderThread()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void RenderThread::request(FrameRequest request)
{
    {
        const std::lock_guard lock(m_mutex);
        m_request = std::move(request);
    }
    m_changed.notify_all();
}

std::optional<Frame> RenderThread::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_frame, std::nullopt);
}

bool RenderThread::waitFor(std::uint64_t number, std::chrono::milliseconds deadline)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, deadline, [&] { return m_finished >= number; });
}

void RenderThread::run()
{
    FrameRenderer renderer;
    for (;;) {
        FrameRequest request;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_stopping || m_request; });
            if (m_stopping)
                return;
            request = std::move(*m_request);
            m_request.reset();
        }
        Frame frame = renderer.render(request);
        {
            const std::lock_guard lock(m_mutex);
            m_finished = frame.number;
            m_frame = std::move(frame);
        }
        m_changed.notify_all();
        emit frameReady();
    }
}

} // namespace gui
