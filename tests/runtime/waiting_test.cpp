#include "engine/runtime/waiting.h"

#include <gtest/gtest.h>

#include <vector>

namespace engine::test {
namespace {

using namespace std::chrono_literals;

// Wakes exactly on time and remembers how long it slept.
class NappingClock final : public Clock {
public:
    Nanoseconds now() const override { return m_now; }
    void sleepUntil(Nanoseconds when) override
    {
        naps.push_back(when - m_now);
        m_now = std::max(m_now, when);
    }

    std::vector<Nanoseconds> naps;

private:
    Nanoseconds m_now = 1h;
};

TEST(Waiting, NapsGrowToTwoHundredMicroseconds)
{
    NappingClock clock;
    Waiting waiting(clock);
    int looks = 0;
    const auto ready = waiting.pollUntil(clock.now() + 1s, [&] { return plan::Result(++looks == 12); });
    ASSERT_TRUE(ready && *ready);
    EXPECT_EQ(looks, 12);
    ASSERT_EQ(clock.naps.size(), 11u);
    EXPECT_EQ(clock.naps.front(), 20us);
    EXPECT_TRUE(std::is_sorted(clock.naps.begin(), clock.naps.end()));
    EXPECT_EQ(clock.naps.back(), 200us);
}

TEST(Waiting, LooksOnceWithoutANapWhenReady)
{
    NappingClock clock;
    Waiting waiting(clock);
    const auto ready = waiting.pollUntil(clock.now(), [] { return plan::Result(true); });
    EXPECT_TRUE(ready && *ready);
    EXPECT_TRUE(clock.naps.empty());
}

TEST(Waiting, GivesUpExactlyAtTheDeadline)
{
    NappingClock clock;
    Waiting waiting(clock);
    const Nanoseconds deadline = clock.now() + 1234us;
    const auto ready = waiting.pollUntil(deadline, [] { return plan::Result(false); });
    ASSERT_TRUE(ready);
    EXPECT_FALSE(*ready);
    EXPECT_EQ(clock.now(), deadline);
}

TEST(Waiting, AReasonToStopEndsPollsAndSleeps)
{
    NappingClock clock;
    const Nanoseconds stopAt = clock.now() + 300ms;
    Waiting waiting(clock, [&]() -> std::optional<plan::Error> {
        if (clock.now() < stopAt)
            return std::nullopt;
        return plan::Error{"told to stop"};
    });
    const auto slept = waiting.sleepUntil(clock.now() + 1h);
    ASSERT_FALSE(slept);
    EXPECT_EQ(slept.error().message, "told to stop");
    EXPECT_LE(clock.now(), stopAt + 100ms);

    const auto polled = waiting.pollUntil(clock.now() + 1h, [] { return plan::Result(false); });
    ASSERT_FALSE(polled);
    EXPECT_EQ(polled.error().message, "told to stop");
}

TEST(SystemClock, NeverWakesEarly)
{
    SystemClock clock;
    const Nanoseconds when = clock.now() + 100us;
    clock.sleepUntil(when);
    EXPECT_GE(clock.now(), when);
    clock.sleepUntil(when - 1s); // passed: returns
}

TEST(DurationText, SaysSecondsOrMilliseconds)
{
    EXPECT_EQ(durationText(12'500ms), "12.5 s");
    EXPECT_EQ(durationText(340ms), "340 ms");
}

} // namespace
} // namespace engine::test
