#include "gui/background/newest_work.h"

#include <algorithm>
#include <utility>

namespace gui {

NewestWork::NewestWork(Overtaken overtaken, QObject* parent)
    : QObject(parent)
    , m_overtaken(overtaken)
    , m_thread([this] { work(); })
{
}

NewestWork::~NewestWork()
{
    // The job that runs, if any, learns from this that it is outdated, and ends early.
    ++m_newest;
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void NewestWork::request(Job job)
{
    const std::uint64_t number = ++m_newest;
    std::optional<Request> overtaken; // destroyed after the lock is released
    {
        const std::lock_guard lock(m_mutex);
        overtaken = std::exchange(m_waiting, Request{number, std::move(job)});
    }
    m_changed.notify_all();
}

void NewestWork::forget()
{
    m_forgotten = ++m_newest;
    const std::lock_guard lock(m_mutex);
    m_waiting.reset();
    m_result.reset();
    m_settled = m_forgotten;
}

bool NewestWork::finish(std::chrono::milliseconds deadline)
{
    bool settled = false;
    {
        std::unique_lock lock(m_mutex);
        settled = m_changed.wait_for(lock, deadline, [this] { return m_settled >= m_newest; });
    }
    // The queued call cannot have come while this thread was waiting.
    deliver();
    return settled;
}

void NewestWork::work()
{
    for (;;) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_stop || m_waiting; });
        if (m_stop)
            return;
        const Request request = *std::exchange(m_waiting, std::nullopt);
        lock.unlock();

        std::optional<Result> result
            = Result{request.number,
                     request.job([this, number = request.number] { return number != m_newest; })};

        // One that was not delivered yet is destroyed after the lock is released.
        lock.lock();
        std::swap(m_result, result);
        m_settled = std::max(m_settled, request.number);
        lock.unlock();
        m_changed.notify_all();
        QMetaObject::invokeMethod(this, &NewestWork::deliver, Qt::QueuedConnection);
    }
}

// An event of an older result may deliver a newer one, and its own event then finds nothing.
void NewestWork::deliver()
{
    std::optional<Result> result;
    {
        const std::lock_guard lock(m_mutex);
        result = std::exchange(m_result, std::nullopt);
    }
    if (!result || !result->delivery || result->number <= m_forgotten)
        return;
    if (m_overtaken == Overtaken::Delivered || result->number == m_newest)
        result->delivery();
}

} // namespace gui
