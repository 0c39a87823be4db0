#include "engine/measured/device_level.h"
#include "engine/measured/device_steps.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace measured {
namespace {

using telemetry::DeviceSample;
using telemetry::StepMark;
using telemetry::StepPhase;
using telemetry::Throttle;

template <class Body>
telemetry::Frame frameOf(std::uint32_t rank, Body body)
{
    telemetry::Frame frame;
    frame.header.rank = rank;
    frame.body = std::move(body);
    return frame;
}

telemetry::Frame helloOf(std::uint32_t ranks)
{
    return frameOf(0, telemetry::Hello{.ranks = ranks});
}

// Steps of 100 ns, 10 ns apart, whose marks come on every rank.
class DeviceStepsTest : public testing::Test {
protected:
    DeviceStepsTest() { steps.add(helloOf(4)); }

    void begin(std::uint32_t rank, int step)
    {
        steps.add(frameOf(rank, std::vector<StepMark>{{.timeNs = step * 110, .step = step}}));
    }
    void end(std::uint32_t rank, int step)
    {
        steps.add(
            frameOf(rank,
                    std::vector<StepMark>{
                        {.timeNs = step * 110 + 100, .step = step, .phase = StepPhase::End}}));
    }
    void sample(std::uint32_t rank, std::int64_t at, std::uint8_t percent, std::uint16_t why = 0)
    {
        steps.add(frameOf(
            rank,
            std::vector<DeviceSample>{{.timeNs = at, .throttle = why, .gpuPercent = percent}}));
    }

    DeviceSteps steps;
};

TEST_F(DeviceStepsTest, ASampleBelongsToTheStepInWhichItWasTaken)
{
    begin(0, 0);
    sample(0, 10, 20);
    sample(0, 90, 40);
    end(0, 0);
    EXPECT_TRUE(steps.takeFinished().empty()); // more may come of it
    sample(0, 95, 90);                         // late
    sample(0, 105, 7);                         // between the steps
    auto done = steps.takeFinished();
    ASSERT_EQ(done.size(), 1u);
    EXPECT_EQ(done[0].step, 0);
    const DeviceUse& use = done[0].ranks.at(0);
    EXPECT_EQ(use.samples, 3u);
    EXPECT_EQ(use.gpuPercent.low(), 20);
    EXPECT_EQ(use.gpuPercent.high(), 90);
    EXPECT_EQ(use.gpuPercent.mean(), 50);
    EXPECT_TRUE(use.watts.isEmpty());
    EXPECT_EQ(steps.uses().at(0).samples, 4u);
    begin(0, 1);
    sample(0, 115, 1);
    end(0, 1);
    EXPECT_TRUE(steps.takeFinished().empty());
    steps.close();
    done = steps.takeFinished();
    ASSERT_EQ(done.size(), 1u);
    EXPECT_EQ(done[0].step, 1);
}

TEST_F(DeviceStepsTest, AStepWaitsForAllRanksThatSample)
{
    for (const std::uint32_t rank : {0u, 1u, 2u})
        begin(rank, 0);
    sample(0, 50, 1);
    sample(1, 50, 2);
    for (const std::uint32_t rank : {0u, 1u, 2u})
        end(rank, 0);
    sample(0, 102, 1);
    EXPECT_TRUE(steps.takeFinished().empty());
    sample(1, 99, 4);
    EXPECT_TRUE(steps.takeFinished().empty());
    sample(1, 101, 4); // rank 2 has no counters, and nobody waits for it
    const auto done = steps.takeFinished();
    ASSERT_EQ(done.size(), 1u);
    EXPECT_EQ(done[0].ranks.size(), 2u);
    EXPECT_EQ(done[0].ranks.at(1).gpuPercent.mean(), 3);
}

TEST_F(DeviceStepsTest, ARankThatIsGoneOrFarBehindHoldsNothingUp)
{
    begin(0, 0);
    begin(1, 0);
    sample(0, 1, 1);
    sample(1, 1, 1);
    end(0, 0);
    sample(0, 102, 1);
    EXPECT_TRUE(steps.takeFinished().empty());
    steps.add(frameOf(1, telemetry::Bye{}));
    EXPECT_EQ(steps.takeFinished().size(), 1u);

    DeviceSteps other;
    std::swap(steps, other);
    steps.add(helloOf(2));
    begin(0, 0);
    begin(1, 0);
    sample(0, 1, 1);
    sample(1, 1, 1);
    for (int step = 1; step < int(DeviceSteps::kMostOpen); ++step) {
        begin(0, step);
        EXPECT_TRUE(steps.takeFinished().empty());
    }
    begin(0, int(DeviceSteps::kMostOpen));
    const auto done = steps.takeFinished();
    ASSERT_EQ(done.size(), 1u);
    EXPECT_EQ(done[0].step, 0);
    sample(1, 2, 9); // too late for its step
    steps.close();
    EXPECT_TRUE(steps.takeFinished().empty());
}

TEST_F(DeviceStepsTest, AStepIsDoneWithTheLastRankInWhateverOrderTheyCome)
{
    std::vector<std::uint32_t> ranks{0, 1, 2, 3};
    int step = 0;
    do {
        for (const std::uint32_t rank : ranks) {
            begin(rank, step);
            sample(rank, step * 110 + 10, 1);
            end(rank, step);
        }
        for (const std::uint32_t rank : ranks) {
            EXPECT_TRUE(steps.takeFinished().empty());
            sample(rank, step * 110 + 105, 1); // past the step
        }
        EXPECT_EQ(steps.takeFinished().size(), 1u) << step;
        ++step;
    } while (std::next_permutation(ranks.begin(), ranks.end()));
}

TEST_F(DeviceStepsTest, ARankThatTheRunDoesNotHaveIsIgnored)
{
    begin(0, 0);
    sample(0, 10, 1);
    end(0, 0);
    steps.add(helloOf(5)); // every rank of a run says the same
    begin(4, 0);
    sample(4, 10, 1);
    sample(0, 105, 1);
    EXPECT_EQ(steps.takeFinished().size(), 1u); // and is not waited for
    EXPECT_FALSE(steps.uses().contains(4));

    DeviceSteps unheard;
    std::swap(steps, unheard);
    begin(0, 0);
    sample(0, 10, 1);
    EXPECT_TRUE(steps.isEmpty());
}

TEST_F(DeviceStepsTest, EachDeviceCountsOnceHoweverOftenItWasSampled)
{
    begin(0, 0);
    begin(1, 0);
    for (const int at : {10, 20, 30})
        sample(0, at, 100);
    sample(1, 10, 0);
    steps.close();
    const auto done = steps.takeFinished();
    ASSERT_EQ(done.size(), 1u);
    const CounterRange means = meansIn(done[0], &DeviceUse::gpuPercent);
    EXPECT_EQ(means.mean(), 50);
    EXPECT_TRUE(meansIn(done[0], &DeviceUse::watts).isEmpty());
}

// However many devices there are, the chart's number and the cap beside it follow one rule.
TEST(DeviceLevel, TheFullestDeviceAgainstTheSmallestTheMeanAgainstTheMeanCap)
{
    DeviceStep step{.step = 3};
    DeviceUse& small = step.ranks[0];
    for (const double used : {10.0, 70.0, 10.0})
        small.memoryUsed.add(used);
    small.memoryTotal.add(80);
    small.watts.add(300);
    small.wattsLimit.add(400);
    DeviceUse& large = step.ranks[1];
    large.memoryUsed.add(60);
    large.memoryTotal.add(160);
    large.watts.add(500);
    large.wattsLimit.add(700);
    const auto memory = levelIn(step, DeviceCounter::Memory);
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->value, 70);
    EXPECT_EQ(memory->low, 60);
    EXPECT_EQ(memory->limit, 80);
    const auto power = levelIn(step, DeviceCounter::Power);
    ASSERT_TRUE(power);
    EXPECT_EQ(power->value, 400);
    EXPECT_EQ(power->high, 500);
    EXPECT_EQ(power->limit, 550);
    EXPECT_FALSE(levelIn(step, DeviceCounter::Load));
    EXPECT_EQ(levelOf(small, DeviceCounter::Memory), 70);
}

TEST_F(DeviceStepsTest, OnlyReasonsThatSlowADeviceCountAsSlow)
{
    begin(0, 0);
    sample(0, 1, 1, std::uint16_t(Throttle::Idle));
    sample(0, 2, 1, std::uint16_t(Throttle::ApplicationClocks));
    sample(0, 3, 1, telemetry::kThrottleUnknown);
    sample(0, 4, 1, 1 << 12); // of a later version
    EXPECT_EQ(steps.uses().at(0).slowed, 0u);
    sample(0, 5, 1, std::uint16_t(unsigned(Throttle::Idle) | unsigned(Throttle::PowerCap)));
    sample(0, 6, 1, std::uint16_t(Throttle::HardwareThermal));
    const DeviceUse& use = steps.uses().at(0);
    EXPECT_EQ(use.slowed, 2u);
    EXPECT_EQ(use.told, 5u);
    EXPECT_EQ(reasonsInWords(use.reasons),
              (std::vector<std::string>{"power cap", "too hot (hardware)"}));
}

TEST_F(DeviceStepsTest, ARunWhoseDevicesCountNothingHasNone)
{
    begin(0, 0);
    end(0, 0);
    steps.close();
    EXPECT_TRUE(steps.isEmpty());
    EXPECT_TRUE(steps.takeFinished().empty());
    telemetry::DeviceInfo info{.nccl = 22809};
    steps.add(frameOf(3, std::vector<telemetry::DeviceInfo>{{}, info}));
    EXPECT_EQ(steps.infos().at(3).nccl, 22809u); // the last one counts
}

} // namespace
} // namespace measured
