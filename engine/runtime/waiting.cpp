#include "engine/runtime/waiting.h"

#include <algorithm>
#include <cstdio>

namespace engine {

using namespace std::chrono_literals;

namespace {

constexpr Nanoseconds kFirstNap = 20us;
constexpr Nanoseconds kLongestNap = 200us;
constexpr Nanoseconds kLongestSleep = 100ms; // between two looks at the stop check

} // namespace

Waiting::Waiting(Clock& clock, StopCheck stop)
    : m_clock(clock)
    , m_stop(std::move(stop))
{
}

plan::Result<bool> Waiting::pollUntil(Nanoseconds deadline,
                                      const std::function<plan::Result<bool>()>& ready)
{
    for (Nanoseconds nap = kFirstNap;; nap = std::min(kLongestNap, nap + nap / 2)) {
        auto answer = ready();
        if (!answer || *answer)
            return answer;
        if (auto reason = stopReason())
            return *std::move(reason);
        const Nanoseconds time = now();
        if (time >= deadline)
            return false;
        m_clock.sleepUntil(std::min(time + nap, deadline));
    }
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

std::optional<plan::Error> Waiting::stopReason() const
{
    return m_stop ? m_stop() : std::nullopt;
}

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
