#include "engine/runtime/turns/turn_lanes.h"
#include "engine/runtime/turns/virtual_clock.h"

#include <gtest/gtest.h>

#include <map>

namespace turns {
namespace {

using namespace std::chrono_literals;

// Says what it is told to.
class HandClock final : public engine::Clock {
public:
    Nanoseconds now() const override { return time; }
    void sleepUntil(Nanoseconds when) override { time = std::max(time, when); }

    Nanoseconds time = 1s;
};

TEST(VirtualClock, RunsAsTheRealOneUntilItStands)
{
    HandClock real;
    VirtualClock clock(real);
    real.time += 5ms;
    EXPECT_EQ(clock.now(), 1s + 5ms);
    clock.stand(real.time);
    real.time += 30ms; // others work
    EXPECT_EQ(clock.now(), 1s + 5ms);
    clock.go();
    real.time += 2ms;
    EXPECT_EQ(clock.now(), 1s + 7ms);
}

// A device was done before its host noticed.
TEST(VirtualClock, StandsFromTheMomentThatItIsTold)
{
    HandClock real;
    VirtualClock clock(real);
    real.time += 5ms;
    clock.stand(1s + 3ms);
    EXPECT_EQ(clock.now(), 1s + 3ms);
}

TEST(VirtualClock, NeedsAGoForEveryStand)
{
    HandClock real;
    VirtualClock clock(real);
    clock.stand(1s);
    real.time += 1ms;
    clock.stand(real.time);
    clock.go();
    real.time += 1ms;
    EXPECT_TRUE(clock.stands());
    EXPECT_EQ(clock.now(), 1s);
    clock.go();
    EXPECT_FALSE(clock.stands());
    EXPECT_EQ(clock.now(), 1s);
}

// What was waited for came later on the clock of its sender, or had come already.
TEST(VirtualClock, IsSetAheadAndNeverBack)
{
    HandClock real;
    VirtualClock clock(real);
    clock.stand(1s);
    clock.sleepUntil(1s + 40ms);
    clock.sleepUntil(1s + 20ms);
    real.time += 3ms;
    clock.go();
    EXPECT_EQ(clock.now(), 1s + 40ms);
    clock.sleepUntil(1s + 50ms); // while it runs
    EXPECT_EQ(clock.now(), 1s + 50ms);
    EXPECT_EQ(real.time, 1s + 3ms) << "nobody slept";
}

TEST(VirtualClock, KnowsWhatItSaidInThisStepAndTheOneBefore)
{
    HandClock real;
    VirtualClock clock(real);
    clock.beginStep();
    real.time = 1s + 10ms;
    clock.stand(real.time);
    real.time = 1s + 100ms;
    clock.go();
    real.time = 1s + 110ms;
    clock.beginStep();
    EXPECT_EQ(clock.at(1s + 4ms), 1s + 4ms);
    EXPECT_EQ(clock.at(1s + 50ms), 1s + 10ms) << "it stood";
    EXPECT_EQ(clock.at(1s + 107ms), 1s + 17ms);
    EXPECT_EQ(clock.at(1s + 200ms), 1s + 110ms) << "it would, if it ran on";
}

// A device whose marks are passed when the test says so.
class HandLanes final : public engine::Lanes {
public:
    engine::Lane open(std::string_view) override { return {1}; }
    void beginStep() override {}
    engine::Mark mark(engine::Lane) override { return {++made}; }
    void wait(engine::Lane, engine::Mark mark) override { waited = mark; }
    bool passed(engine::Mark mark) override { return mark.value <= over; }
    plan::Result<Nanoseconds> time(engine::Mark mark) override { return times[mark.value]; }

    std::int64_t made = 0;
    std::int64_t over = 0;
    engine::Mark waited{};
    std::map<std::int64_t, Nanoseconds> times;
};

TEST(TurnLanes, HaveTheDevicesTimesOnTheRanksClock)
{
    HandClock real;
    VirtualClock clock(real);
    HandLanes device;
    TurnLanes lanes(device, clock);
    lanes.beginStep();
    clock.stand(1s);
    real.time = 1s + 50ms;
    clock.go(); // 50 ms behind
    const engine::Mark queued = lanes.mark(engine::kComputeLane);
    real.time = 1s + 51ms;
    device.times[1] = 1s + 54ms; // passed later than it was made
    clock.stand(1s + 54ms);
    real.time = 1s + 90ms;
    clock.go();
    EXPECT_FALSE(lanes.passed(queued));
    device.over = 1;
    EXPECT_TRUE(lanes.passed(queued));
    EXPECT_EQ(*lanes.time(queued), 1s + 4ms) << "as the clock was when it was made";
    lanes.wait(engine::kComputeLane, queued);
    EXPECT_EQ(device.waited, engine::Mark{1});
}

TEST(TurnLanes, AMarkMadeWhileTheClockStandsHasItsTime)
{
    HandClock real;
    VirtualClock clock(real);
    HandLanes device;
    TurnLanes lanes(device, clock);
    clock.stand(1s);
    real.time = 2s;
    const engine::Mark mark = lanes.mark(engine::kComputeLane);
    device.times[1] = 2s;
    EXPECT_EQ(*lanes.time(mark), 1s);
    const engine::Mark given = lanes.at(1s + 7ms);
    EXPECT_TRUE(lanes.passed(given));
    EXPECT_EQ(*lanes.time(given), 1s + 7ms);
}

TEST(TurnLanes, MarksStayForTheStepAfterTheirs)
{
    HandClock real;
    VirtualClock clock(real);
    HandLanes device;
    TurnLanes lanes(device, clock);
    lanes.beginStep();
    const engine::Mark first = lanes.at(3ms);
    lanes.beginStep();
    const engine::Mark second = lanes.at(4ms);
    EXPECT_EQ(*lanes.time(first), 3ms);
    lanes.beginStep();
    EXPECT_TRUE(lanes.passed(first)) << "forgotten, and so long ago";
    EXPECT_EQ(*lanes.time(second), 4ms);
    EXPECT_TRUE(lanes.passed({})) << "a mark of no event";
}

} // namespace
} // namespace turns
