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
    const auto ready
        = waiting.pollUntil(clock.now() + 1s, [&] { return plan::Result(++looks == 12); });
    ASSERT_TRUE(ready && *ready);
    EXPECT_EQ(looks, 12);
    ASSERT_EQ(clock.naps.size(), 11u);
    EXPECT_EQ(clock.naps.front(), 20us);
    EXPECT_TRUE(std::is_sorted(clock.naps.begin(), clock.naps.end()));
    EXPECT_EQ(clock.naps.back(), 200us);
}

// Lets others work for some naps.
class Others final : public GivesWay {
public:
    plan::Outcome giveWay() override
    {
        ++given;
        return refuses ? plan::Outcome(plan::Error{"no"}) : plan::done();
    }
    plan::Result<bool> comeBack() override { return ++asked == 3; }

    int given = 0;
    int asked = 0;
    bool refuses = false;
};

TEST(Waiting, GivesWayToOthersWhileItWaitsAndComesBackAtItsTurn)
{
    NappingClock clock;
    Waiting waiting(clock);
    Others others;
    waiting.giveWayTo(&others);
    int looks = 0;
    const auto looked
        = waiting.lookUntil(clock.now() + 1s, [&] { return plan::Result(++looks == 4); });
    ASSERT_TRUE(looked && *looked);
    EXPECT_EQ(others.given, 1);
    EXPECT_EQ(others.asked, 3);
    EXPECT_EQ(clock.naps.size(), 4u) << "two while it waited, two for its turn; none eagerly";

    const auto at = waiting.pollUntil(clock.now() + 1s, [] { return plan::Result(true); });
    EXPECT_TRUE(at && *at);
    EXPECT_EQ(others.given, 1) << "what is here is not waited for";

    const auto late = waiting.pollUntil(clock.now() + 1ms, [] { return plan::Result(false); });
    EXPECT_TRUE(late && !*late);
    EXPECT_EQ(others.asked, 3) << "who gives up needs no turn";

    others.refuses = true;
    const auto refused = waiting.pollUntil(clock.now() + 1s, [] { return plan::Result(false); });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "no");

    waiting.giveWayTo(nullptr);
    const auto alone = waiting.pollUntil(clock.now() + 1ms, [] { return plan::Result(false); });
    EXPECT_TRUE(alone && !*alone);
    EXPECT_EQ(others.given, 3);
}

TEST(Waiting, LooksOnceWithoutANapWhenReady)
{
    NappingClock clock;
    Waiting waiting(clock);
    const auto ready = waiting.pollUntil(clock.now(), [] { return plan::Result(true); });
    EXPECT_TRUE(ready && *ready);
    EXPECT_TRUE(clock.naps.empty());
}

// One nap of it takes a minute: the process was held by a stop signal.
class HeldClock final : public Clock {
public:
    Nanoseconds now() const override { return m_now; }
    void sleepUntil(Nanoseconds when) override
    {
        m_now = std::max(m_now, when);
        if (++m_naps == 100)
            m_now += 1min;
    }

private:
    Nanoseconds m_now = 1h;
    int m_naps = 0;
};

TEST(Waiting, TimeInWhichTheProcessIsHeldDoesNotCount)
{
    HeldClock clock;
    Waiting waiting(clock);
    const Nanoseconds start = clock.now();
    const auto ready = waiting.pollUntil(start + 5s, [] { return plan::Result(false); });
    ASSERT_TRUE(ready);
    EXPECT_FALSE(*ready);
    EXPECT_GE(clock.now() - start, 65s);
    EXPECT_LT(clock.now() - start, 66s);
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

TEST(Waiting, AReasonToStopIsFoundWithoutAnyWait)
{
    NappingClock clock;
    std::optional<plan::Error> reason;
    const Waiting waiting(clock, [&] { return reason; });
    EXPECT_TRUE(waiting.goesOn());
    reason = plan::Error{"told to stop"};
    const auto told = waiting.goesOn();
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().message, "told to stop");
    EXPECT_TRUE(Waiting(clock).goesOn());
    EXPECT_TRUE(clock.naps.empty());
}

// Time passes only by looking: a microsecond each.
class LookingClock final : public Clock {
public:
    Nanoseconds now() const override { return m_now += 1us; }
    void sleepUntil(Nanoseconds when) override
    {
        ++naps;
        m_now = std::max(m_now, when);
    }

    int naps = 0;

private:
    mutable Nanoseconds m_now = 1h;
};

TEST(Waiting, LooksWithoutANapForAShortTime)
{
    LookingClock clock;
    Waiting waiting(clock);
    int looks = 0;
    const auto soon
        = waiting.lookUntil(clock.now() + 1s, [&] { return plan::Result(++looks == 500); });
    EXPECT_TRUE(soon && *soon);
    EXPECT_EQ(clock.naps, 0);

    const Nanoseconds begin = clock.now();
    const auto later = waiting.lookUntil(begin + 1s, [&] { return plan::Result(clock.naps > 0); });
    EXPECT_TRUE(later && *later);
    EXPECT_GE(clock.now() - begin, Waiting::kEagerTime);
    EXPECT_LE(clock.now() - begin, Waiting::kEagerTime + 1ms);
}

// Other threads, not this one, turn such a clock.
TEST(Waiting, LooksOnlySoOftenWhileTimeStandsStill)
{
    NappingClock clock;
    Waiting waiting(clock);
    const auto answer = waiting.lookUntil(clock.now() + 1ms, [] { return plan::Result(false); });
    ASSERT_TRUE(answer);
    EXPECT_FALSE(*answer);
    EXPECT_FALSE(clock.naps.empty());
}

TEST(Waiting, AReasonToStopEndsEagerLooks)
{
    LookingClock clock;
    Waiting waiting(clock, [] { return std::optional(plan::Error{"told to stop"}); });
    const auto answer = waiting.lookUntil(clock.now() + 1h, [] { return plan::Result(false); });
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().message, "told to stop");
    EXPECT_EQ(clock.naps, 0);
}

class Steps final : public Background {
public:
    Steps(Waiting& waiting, int count)
        : left(count)
        , m_waiting(waiting)
    {
        m_waiting.add(*this);
    }
    void moveOn() override
    {
        if (--left == 0)
            m_waiting.remove(*this);
    }

    int left;

private:
    Waiting& m_waiting;
};

TEST(Waiting, MovesOnWhatIsUnderWayBetweenTwoLooks)
{
    NappingClock clock;
    Waiting waiting(clock);
    Steps three(waiting, 3);
    Steps five(waiting, 5);
    const auto napping
        = waiting.pollUntil(clock.now() + 1h, [&] { return plan::Result(three.left == 0); });
    EXPECT_TRUE(napping && *napping);
    EXPECT_EQ(five.left, 2);
    const auto looking
        = waiting.lookUntil(clock.now() + 1h, [&] { return plan::Result(five.left == 0); });
    EXPECT_TRUE(looking && *looking);
    EXPECT_EQ(three.left, 0); // removed: moved on no more
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
