// Works on a thread of its own, newest request first: a request that arrives while another is
// being worked on replaces the one that waits, so typing never queues up work.

#pragma once

#include <QObject>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace gui {

class NewestWork : public QObject {
    Q_OBJECT
public:
    // Runs on the GUI thread once the work is done.
    using Delivery = std::function<void()>;
    // True once nobody waits for the delivery any more. Any thread.
    using Outdated = std::function<bool()>;
    // Runs on the thread; bounded in time. May return nothing to deliver.
    using Job = std::function<Delivery(const Outdated&)>;

    explicit NewestWork(QObject* parent = nullptr);
    // Waits for the job being worked on, which is outdated; those that wait are dropped.
    ~NewestWork() override;

    // Deliveries of older requests are dropped from now on.
    void request(Job job);

    // Nothing asked for so far is delivered any more.
    void forget();

private:
    struct Request {
        std::uint64_t number = 0;
        Job job;
    };

    void work();

    std::atomic<std::uint64_t> m_newest{0}; // written on the GUI thread
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::optional<Request> m_waiting; // guarded by m_mutex
    bool m_stop = false;              // guarded by m_mutex
    std::thread m_thread;             // last: starts when the rest stands
};

} // namespace gui
