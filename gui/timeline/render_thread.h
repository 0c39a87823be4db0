// Draws frames away from the GUI thread. Only the newest request counts: one that
// comes while another is waiting replaces it, so a slow picture never queues up.

#pragma once

#include "gui/timeline/frame_renderer.h"

#include <QObject>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace gui {

class RenderThread : public QObject {
    Q_OBJECT
public:
    explicit RenderThread(QObject* parent = nullptr);
    ~RenderThread() override; // waits for the frame being drawn, no other

    // Never waits for a frame.
    void request(FrameRequest request);

    // The newest frame not taken yet.
    std::optional<Frame> take();

    // Waits until the frame of that number, or a later one, can be taken; false if
    // it is not there by the deadline.
    bool waitFor(std::uint64_t number, std::chrono::milliseconds deadline);

signals:
    void frameReady(); // from the drawing thread: connect queued

private:
    void run();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<FrameRequest> m_request; // guarded by m_mutex, as are the next three
    std::optional<Frame> m_frame;
    std::uint64_t m_finished = 0;
    bool m_stopping = false;
    std::thread m_thread; // last: begins when the rest is there
};

} // namespace gui
