// A thread that works for one object of the window, so that the window itself never waits.
//
// Only the newest request counts. One that arrives while another is being worked on replaces the
// one that waits, so typing or panning never queues work up; and the job being worked on is told
// that it has been overtaken, so that it may stop early.
//
//     GUI thread                            thread of the work
//     request(job) ── newest replaces ──►   job(outdated) ─► delivery
//     delivery()   ◄── event loop ───────────────────────────────┘
//
// Prediction, estimate, search, comparison, calibration and the pictures of the timeline each own
// one of these. Results travel in the delivery, a function that the job returns; nothing else is
// shared, save what the owner sets aside for its jobs alone.

#pragma once

#include <QObject>

#include <atomic>
#include <chrono>
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
    // Hands the result over; runs on the GUI thread.
    using Delivery = std::function<void()>;
    // True once a newer request, forget() or the destructor has overtaken the job. Any thread.
    using Outdated = std::function<bool()>;
    // Runs on the thread of the work; bounded in time. An empty delivery delivers nothing. What it
    // captures is destroyed on that thread, before the next job begins.
    using Job = std::function<Delivery(const Outdated&)>;

    // What becomes of a result that a newer request has overtaken.
    enum class Overtaken {
        Dropped,   // answers to a question that nobody asks any more
        Delivered, // pictures: an older one is better than none while newer ones are under way
    };

    explicit NewestWork(Overtaken overtaken = Overtaken::Dropped, QObject* parent = nullptr);
    // Waits for the job being worked on, which is outdated; nothing is delivered any more. An owner
    // declares it last, so that its jobs end before the members they use.
    ~NewestWork() override;

    // Never waits. GUI thread, as everything below.
    void request(Job job);

    // Drops the request that waits and whatever has not been delivered yet.
    void forget();

    // Waits until the newest request has been worked on, and delivers it before it returns, not
    // through the event loop; false if that is not so by the deadline. True where nothing was
    // requested. For pictures that must be complete, in tests and screenshots, and for work that
    // must be done before its owner goes.
    bool finish(std::chrono::milliseconds deadline);

private:
    struct Request {
        std::uint64_t number = 0;
        Job job;
    };
    struct Result {
        std::uint64_t number = 0; // of its request
        Delivery delivery;
    };

    void work();
    void deliver();

    const Overtaken m_overtaken;
    std::uint64_t m_forgotten = 0;          // requests up to this one are delivered no more
    std::atomic<std::uint64_t> m_newest{0}; // number of the newest request; GUI thread writes
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Request> m_waiting; // guarded by m_mutex, as are the next three
    std::optional<Result> m_result;   // worked out, not yet delivered
    std::uint64_t m_settled = 0;      // requests up to this one were worked on, or forgotten
    bool m_stop = false;
    std::thread m_thread; // last: begins when the rest is there
};

} // namespace gui
