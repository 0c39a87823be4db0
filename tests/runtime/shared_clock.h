// A clock several threads live by: time stands still while any of them is awake,
// and jumps to the earliest wake-up once all of them sleep. A run on it takes no
// real waiting and gives the same times whatever the machine is doing.

#pragma once

#include "engine/runtime/clock.h"

#include <condition_variable>
#include <mutex>
#include <set>

namespace engine::test {

class SharedClock final : public Clock {
public:
    explicit SharedClock(int sleepers)
        : m_sleepers(sleepers)
    {
    }

    Nanoseconds now() const override
    {
        const std::lock_guard lock(m_mutex);
        return m_now;
    }

    void sleepUntil(Nanoseconds when) override
    {
        std::unique_lock lock(m_mutex);
        if (when <= m_now)
            return;
        m_wakeUps.insert(when);
        advanceIfAllSleep();
        m_advanced.wait(lock, [&] { return m_now >= when; });
    }

    // One thread will not sleep again.
    void leave()
    {
        const std::lock_guard lock(m_mutex);
        --m_sleepers;
        advanceIfAllSleep();
    }

private:
    void advanceIfAllSleep()
    {
        if (m_wakeUps.empty() || static_cast<int>(m_wakeUps.size()) < m_sleepers)
            return;
        m_now = *m_wakeUps.begin();
        m_wakeUps.erase(m_now); // all that wake now are awake from here on
        m_advanced.notify_all();
    }

    mutable std::mutex m_mutex;
    std::condition_variable m_advanced;
    int m_sleepers;
    std::multiset<Nanoseconds> m_wakeUps; // one for each sleeping thread
    Nanoseconds m_now{1'000'000'000};
};

} // namespace engine::test
