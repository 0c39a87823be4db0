#include "engine/runtime/clock.h"

#include <sys/prctl.h>

#include <cerrno>
#include <ctime>

namespace engine {

namespace {

constexpr long kNanosecondsPerSecond = 1'000'000'000;

} // namespace

SystemClock::SystemClock()
{
    // Refused only by kernels that lack it; then ops end some 50 us later.
    static_cast<void>(prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL));
}

Nanoseconds SystemClock::now() const
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

void SystemClock::sleepUntil(Nanoseconds when)
{
    if (when <= now())
        return;
    timespec time{};
    time.tv_sec = static_cast<std::time_t>(when.count() / kNanosecondsPerSecond);
    time.tv_nsec = static_cast<long>(when.count() % kNanosecondsPerSecond);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) == EINTR) {}
}

} // namespace engine
