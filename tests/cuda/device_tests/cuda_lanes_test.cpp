// Marks of a GPU's streams, on one that is made up.

#include "engine/runtime/cuda/cuda_lanes.h"
#include "engine/runtime/cuda/cuda_store.h"
#include "tests/cuda/fakes/streams.h"
#include "tests/runtime/shared_clock.h"

#include <gtest/gtest.h>

namespace gpu {
namespace {

using namespace std::chrono_literals;
using engine::kComputeLane;
using engine::Lane;
using engine::Mark;

constexpr fake::Turns kEveryTurns[]
    = {fake::Turns::Random, fake::Turns::AwaitedFirst, fake::Turns::AwaitedLast};

fake::Stream& streamOf(const CudaLanes& lanes, Lane lane)
{
    return *reinterpret_cast<fake::Stream*>(lanes.stream(lane));
}

class Lanes : public ::testing::TestWithParam<fake::Turns> {
protected:
    Lanes() { fake::Device::setOptions({.turns = GetParam()}); }

    engine::SystemClock clock;
    engine::Waiting waiting{clock};
};

TEST_P(Lanes, AMarkIsPassedWhenAllBeforeItIsOver)
{
    CudaLanes lanes(waiting, 1min);
    bool done = false;
    const Mark before = lanes.mark(kComputeLane);
    streamOf(lanes, kComputeLane).enqueue([&] { done = true; });
    const Mark after = lanes.mark(kComputeLane);
    const auto seen = clock.now();
    ASSERT_TRUE(lanes.await(after));
    EXPECT_TRUE(done);
    EXPECT_TRUE(lanes.passed(before));
    const auto start = lanes.time(before);
    const auto end = lanes.time(after);
    ASSERT_TRUE(start);
    ASSERT_TRUE(end);
    EXPECT_LE(*start, *end);
    EXPECT_LE(*end, clock.now() + lanes.clockError());
    EXPECT_GE(*end, seen - 1ms);
}

TEST_P(Lanes, AskingDoesNotWait)
{
    CudaLanes lanes(waiting, 1min);
    bool open = false;
    streamOf(lanes, kComputeLane).enqueue([] {}, [&] { return open; });
    const Mark mark = lanes.mark(kComputeLane);
    EXPECT_FALSE(lanes.passed(mark));
    EXPECT_EQ(lanes.waits(), 0U);
    open = true;
    ASSERT_TRUE(lanes.await(mark));
    EXPECT_EQ(lanes.waits(), 1U);
    ASSERT_TRUE(lanes.await(mark));
    EXPECT_EQ(lanes.waits(), 1U) << "it has passed";
}

TEST_P(Lanes, WhatIsQueuedBehindAMarkOfAnotherLaneComesAfterIt)
{
    CudaLanes lanes(waiting, 1min);
    const Lane other = lanes.open("other");
    for (int round = 0; round < 30; ++round) {
        std::string order;
        streamOf(lanes, other).enqueue([&] { order += 'a'; });
        const Mark mark = lanes.mark(other);
        streamOf(lanes, other).enqueue([&] { order += 'c'; });
        lanes.wait(kComputeLane, mark);
        streamOf(lanes, kComputeLane).enqueue([&] { order += 'b'; });
        ASSERT_TRUE(lanes.await(lanes.mark(kComputeLane)));
        ASSERT_TRUE(lanes.await(lanes.mark(other)));
        EXPECT_LT(order.find('a'), order.find('b')) << order;
    }
}

TEST_P(Lanes, EventsAreUsedAgain)
{
    CudaLanes lanes(waiting, 1min);
    std::size_t made = 0;
    for (int step = 0; step < 50; ++step) {
        lanes.beginStep();
        Mark last;
        for (int i = 0; i < 20; ++i)
            last = lanes.mark(kComputeLane);
        ASSERT_TRUE(lanes.await(last));
        if (step == 4)
            made = fake::Device::own().counts().events;
    }
    EXPECT_EQ(fake::Device::own().counts().events, made);
}

TEST_P(Lanes, MarksOfTheStepBeforeKeepTheirTimes)
{
    CudaLanes lanes(waiting, 1min);
    const Mark mark = lanes.mark(kComputeLane);
    const auto before = lanes.time(mark);
    lanes.beginStep();
    const auto after = lanes.time(mark);
    ASSERT_TRUE(before);
    ASSERT_TRUE(after);
    EXPECT_LE(std::chrono::abs(*after - *before), 2ms);
    lanes.beginStep();
    lanes.beginStep();
    EXPECT_TRUE(lanes.passed(mark)) << "of a step before the last: over";
    lanes.wait(kComputeLane, mark);
    EXPECT_TRUE(lanes.await(lanes.mark(kComputeLane)));
}

TEST_P(Lanes, ADownloadSeesWhatWasQueuedBeforeIt)
{
    CudaLanes lanes(waiting, 1min);
    CudaStore store(lanes);
    const engine::DeviceAddress block = store.take(64);
    for (int round = 0; round < 30; ++round) {
        const std::vector<std::byte> values(64, std::byte(round));
        store.upload({block, 64}, values);
        std::vector<std::byte> read(64);
        store.download(read, {block, 64});
        EXPECT_EQ(read, values);
    }
    EXPECT_EQ(lanes.waits(), 30U);
    store.release(block, 64);
}

INSTANTIATE_TEST_SUITE_P(Streams, Lanes, ::testing::ValuesIn(kEveryTurns), [](const auto& tested) {
    return std::string(tested.param == fake::Turns::Random             ? "Random"
                           : tested.param == fake::Turns::AwaitedFirst ? "AwaitedFirst"
                                                                       : "AwaitedLast");
});

// Of a host that waits alone, and whose time passes only while it sleeps.
struct Stuck {
    Stuck()
    {
        fake::Device::setOptions({});
        lanes.emplace(waiting, 10s);
        streamOf(*lanes, kComputeLane).enqueue([] {}, [this] { return released; });
        mark = lanes->mark(kComputeLane);
    }
    ~Stuck() { released = true; }

    bool released = false;
    engine::test::SharedClock clock{1};
    engine::Waiting waiting{clock};
    std::optional<CudaLanes> lanes;
    Mark mark;
};

TEST(StuckGpu, IsWaitedForNoLongerThanPatienceLasts)
{
    Stuck stuck;
    const auto began = stuck.clock.now();
    const auto waited = stuck.lanes->await(stuck.mark);
    ASSERT_FALSE(waited);
    EXPECT_EQ(waited.error().message,
              "the GPU has not done within 10.0 s what was queued; it hangs, or waits for a rank "
              "that is stuck or gone");
    EXPECT_GE(stuck.clock.now() - began, 10s);
}

TEST(StuckGpu, IsNotWaitedForWhereAGroupHasFailed)
{
    Stuck stuck;
    int asked = 0;
    stuck.lanes->setTrouble([&]() -> std::optional<plan::Error> {
        if (++asked < 5)
            return std::nullopt;
        return plan::Error{"rank 3 is gone"};
    });
    const auto waited = stuck.lanes->await(stuck.mark);
    ASSERT_FALSE(waited);
    EXPECT_EQ(waited.error().message, "rank 3 is gone");
}

TEST(StuckGpu, SaysWhatWentWrongOnTheDevice)
{
    Stuck stuck;
    fake::Device::own().fail("a warp ran off the end of the array");
    const auto time = stuck.lanes->time(stuck.mark);
    ASSERT_FALSE(time);
    EXPECT_EQ(time.error().message,
              "the GPU cannot do what was queued: a warp ran off the end of the array "
              "(cudaErrorLaunchFailure); this is a fault of the program or of the GPU: run it with "
              "compute-sanitizer, or on another GPU");
}

} // namespace
} // namespace gpu
