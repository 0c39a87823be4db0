#include "engine/runtime/waiting.h"

#include <algorithm>
#include <cstdio>
#include <thread>

namespace engine {

using namespace std::chrono_literals;

namespace {

constexpr Nanoseconds kFirstNap = 20us;
constexpr Nanoseconds kLongestNap = 200us;
constexpr Nanoseconds kLongestSleep = 100ms; // between two looks at the stop check
constexpr Nanoseconds kHeld = 1s; // a look and a nap take so long only while the process is held

// A clock that tests turn by hand stands still while a thread looks.
constexpr int kMostEagerLooks = 10'000;
constexpr int kLooksBetweenStopChecks = 64;
constexpr int kLooksBetweenYields = 4; // a yield takes longer than a look

} // namespace

Waiting::Waiting(Clock& clock, StopCheck stop)
    : m_clock(clock)
    , m_stop(std::move(stop))
{
}

plan::Result<bool> Waiting::pollUntil(Nanoseconds deadline,
                                      const std::function<plan::Result<bool>()>& ready)
{
    if (m_others == nullptr)
        return poll(deadline, ready);
    auto answer = ready();
    if (!answer || *answer)
        return answer;
    if (auto given = m_others->giveWay(); !given)
        return given.error();
    answer = poll(deadline, ready);
    if (!answer || !*answer)
        return answer;
    // As long as it takes: who comes back knows when to lose patience.
    return poll(Nanoseconds::max(), [this] { return m_others->comeBack(); });
}

plan::Result<bool> Waiting::poll(Nanoseconds deadline,
                                 const std::function<plan::Result<bool>()>& ready)
{
    Nanoseconds last = now();
    // Naps grow by half: a wait that is over soon is noticed soon, and a long one looks 5 000 times
    // a second at most.
    for (Nanoseconds nap = kFirstNap;; nap = std::min(kLongestNap, nap + nap / 2)) {
        auto answer = ready();
        if (!answer || *answer)
            return answer;
        if (auto reason = stopReason())
            return *std::move(reason);
        const Nanoseconds time = now();
        // A debugger or the terminal stopped this process; the peers may have been stopped with it.
        if (time - last > kHeld && deadline != Nanoseconds::max())
            deadline += time - last;
        last = time;
        if (time >= deadline)
            return false;
        m_clock.sleepUntil(std::min(time + nap, deadline));
        moveOn();
    }
}

plan::Result<bool> Waiting::lookUntil(Nanoseconds deadline,
                                      const std::function<plan::Result<bool>()>& ready)
{
    if (m_others != nullptr) // who looks eagerly takes time from whoever's turn it is
        return pollUntil(deadline, ready);
    const Nanoseconds eagerEnd = std::min(deadline, now() + kEagerTime);
    // The clock is read once a look, the stop check is not: it may ask the kernel.
    for (int look = 0; look < kMostEagerLooks && now() < eagerEnd; ++look) {
        auto answer = ready();
        if (!answer || *answer)
            return answer;
        if (look % kLooksBetweenStopChecks == 0)
            if (auto reason = stopReason())
                return *std::move(reason);
        if (look % kLooksBetweenYields == kLooksBetweenYields - 1)
            std::this_thread::yield();
        moveOn();
    }
    return pollUntil(deadline, ready);
}

// What moves on may end and remove itself.
void Waiting::moveOn()
{
    for (std::size_t i = m_background.size(); i-- > 0;)
        m_background[i]->moveOn();
}

plan::Outcome Waiting::sleepUntil(Nanoseconds when)
{
    for (Nanoseconds time = now(); time < when; time = now()) {
        m_clock.sleepUntil(std::min(when, time + kLongestSleep));
        if (auto reason = stopReason())
            return *std::move(reason);
    }
    return plan::done();
}

plan::Outcome Waiting::goesOn() const
{
    if (auto reason = stopReason())
        return *std::move(reason);
    return plan::done();
}

std::optional<plan::Error> Waiting::stopReason() const { return m_stop ? m_stop() : std::nullopt; }

std::string durationText(Nanoseconds duration)
{
    char text[32];
    if (duration >= 1s)
        std::snprintf(text, sizeof text, "%.1f s", std::chrono::duration<double>(duration).count());
    else
        std::snprintf(text, sizeof text, "%lld ms",
                      static_cast<long long>(duration / std::chrono::milliseconds(1)));
    return text;
}

} // namespace engine
