// Watches the event loop of the GUI thread: how long an event waits for its turn, and how long the
// loop works between two waits.

#pragma once

#include <QAbstractEventDispatcher>
#include <QCoreApplication>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <thread>
#include <vector>

namespace gui::test {

// From its making to stop(), on the GUI thread.
class Watchdog : public QObject {
public:
    static constexpr std::chrono::milliseconds kBeat{5};

    Watchdog()
    {
        QAbstractEventDispatcher* loop = QAbstractEventDispatcher::instance();
        // While the loop waits, its thread takes no processor time.
        connect(loop, &QAbstractEventDispatcher::aboutToBlock, this, [this] {
            const double now = ownTime();
            m_work.push_back(now - m_began);
            m_began = now;
        });
        m_beats = std::thread([this] {
            while (!m_stop) {
                std::this_thread::sleep_for(kBeat);
                // One at a time: a loop that is blocked is told of once.
                if (m_waiting.exchange(true))
                    continue;
                const auto sent = Clock::now();
                QMetaObject::invokeMethod(
                    this,
                    [this, sent] {
                        m_waits.push_back(
                            std::chrono::duration<double, std::milli>(Clock::now() - sent).count());
                        m_waiting = false;
                    },
                    Qt::QueuedConnection);
            }
        });
    }
    ~Watchdog() override { stop(); }

    void stop()
    {
        m_stop = true;
        if (m_beats.joinable())
            m_beats.join();
    }

    // All in ms, rising. What an event waited for, on a machine as busy as it is; and the
    // processor time of the thread between two waits, which other programs do not lengthen.
    std::vector<double> waits() const { return sorted(m_waits); }
    std::vector<double> work() const { return sorted(m_work); }

private:
    using Clock = std::chrono::steady_clock;

    static double ownTime()
    {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
    }
    static std::vector<double> sorted(std::vector<double> times)
    {
        std::sort(times.begin(), times.end());
        return times;
    }

    std::vector<double> m_waits;
    std::vector<double> m_work;
    double m_began = ownTime();
    std::atomic<bool> m_stop{false};
    std::atomic<bool> m_waiting{false};
    std::thread m_beats;
};

} // namespace gui::test
