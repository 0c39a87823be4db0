#include "gui/document/newest_work.h"

namespace gui {

NewestWork::NewestWork(QObject* parent)
    : QObject(parent)
    , m_thread([this] { work(); })
{
}

NewestWork::~NewestWork()
{
    ++m_newest;
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void NewestWork::request(Job job)
{
    ++m_newest;
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = Request{m_newest, std::move(job)};
    }
    m_wake.notify_one();
}

void NewestWork::forget()
{
    ++m_newest;
    const std::lock_guard lock(m_mutex);
    m_waiting.reset();
}

void NewestWork::work()
{
    for (;;) {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, [this] { return m_stop || m_waiting; });
        if (m_stop)
            return;
        const Request request = std::move(*m_waiting);
        m_waiting.reset();
        lock.unlock();

        Delivery deliver
            = request.job([this, number = request.number] { return number != m_newest; });
        QMetaObject::invokeMethod(
            this,
            [this, number = request.number, deliver = std::move(deliver)] {
                if (number == m_newest && deliver)
                    deliver();
            },
            Qt::QueuedConnection);
    }
}

} // namespace gui
