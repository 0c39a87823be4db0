// Training on a device of which it knows nothing: every plan on one that works later than it is
// asked to, in memory that the host cannot touch, gives the bits of the processor.

#include "engine/runtime/raw_memory.h"
#include "tests/runtime/training/late_device.h"
#include "tests/runtime/training/late_queues.h"
#include "tests/runtime/training/trained/training_plans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>

namespace training {
namespace {

constexpr Late kLates[] = {Late::Compute, Late::Others};

MakeDevice lateIn(Late late)
{
    return [late](const engine::Clock& clock, engine::Waiting& waiting) {
        return lateDevice(late, clock, waiting);
    };
}

const char* nameOf(Late late) { return late == Late::Compute ? "computes late" : "sends late"; }

void expectSameBits(const Trained& actual, const Trained& expected)
{
    ASSERT_EQ(actual.error, "");
    ASSERT_EQ(actual.steps.size(), expected.steps.size());
    for (std::size_t step = 0; step < expected.steps.size(); ++step) {
        EXPECT_EQ(actual.steps[step].loss, expected.steps[step].loss) << "step " << step;
        EXPECT_EQ(actual.steps[step].gradientNorm, expected.steps[step].gradientNorm)
            << "step " << step;
    }
    EXPECT_TRUE(actual.weights == expected.weights);
    EXPECT_TRUE(actual.moments == expected.moments);
}

class LateDevices : public ::testing::TestWithParam<Plan> {};

TEST_P(LateDevices, TrainAsTheProcessorDoes)
{
    const strategy::Strategy strategy = underPlan(GetParam());
    const Trained expected = train({.strategy = strategy, .steps = 2});
    ASSERT_EQ(expected.error, "");
    for (const Late late : kLates) {
        SCOPED_TRACE(nameOf(late));
        expectSameBits(train({.strategy = strategy, .steps = 2, .device = lateIn(late)}), expected);
    }
}

INSTANTIATE_TEST_SUITE_P(Plans, LateDevices,
                         ::testing::ValuesIn(trainingPlans().begin(), trainingPlans().end()),
                         [](const auto& tested) { return tested.param.name; });

// What the second runs find does not depend on when they are done, either.
TEST(LateDevice, NoticesAFlippedBit)
{
    strategy::Strategy strategy = tinyStrategy();
    strategy.training.checkReruns = true;
    pipe(strategy, 2, "1f1b");
    for (const Late late : kLates) {
        SCOPED_TRACE(nameOf(late));
        std::atomic<bool> flipped = false;
        const Trained trained
            = train({.strategy = strategy,
                     .steps = 2,
                     .beforeStep =
                         [&](TrainingRank& rank, int step) {
                             const auto& reruns = rank.setup().reruns;
                             if (step == 1 && rank.world().rank() == 0 && !reruns.empty()) {
                                 rank.backend().flipBit(reruns.begin()->second.front());
                                 flipped = true;
                             }
                         },
                     .device = lateIn(late)});
        ASSERT_EQ(trained.error, "");
        ASSERT_TRUE(flipped);
        ASSERT_FALSE(trained.reruns.at(0).empty());
        int different = 0;
        for (const auto& reruns : trained.reruns)
            for (const Rerun& rerun : reruns)
                different += !rerun.same;
        EXPECT_EQ(different, 1);
    }
}

// The host asks for numbers once: a dense model's step needs them only at its end.
TEST(LateDevice, IsReadOnceAStep)
{
    strategy::Strategy strategy = tinyStrategy();
    LateCounts counts;
    std::vector<std::size_t> downloads; // before each step
    const Trained trained
        = train({.strategy = strategy,
                 .steps = 4,
                 .beforeStep = [&](TrainingRank&, int) { downloads.push_back(counts.downloads); },
                 .device =
                     [&](const engine::Clock& clock, engine::Waiting& waiting) {
                         return lateDevice(Late::Compute, clock, waiting, &counts);
                     }});
    ASSERT_EQ(trained.error, "");
    ASSERT_EQ(downloads.size(), 4U);
    for (std::size_t step = 1; step < downloads.size(); ++step)
        EXPECT_EQ(downloads[step], downloads[step - 1] + 1);
}

// When a lane is done with a reduction does not depend on when the computing waits for it.
TEST(LateDevice, ReductionsEndBeforeTheNextOfTheirLaneBegins)
{
    strategy::Strategy strategy = tinyStrategy();
    strategy.parallel.data = 2;
    for (const Late late : kLates) {
        SCOPED_TRACE(nameOf(late));
        std::vector<GradientReduction> reductions; // of rank 0, in one step
        const Trained trained = train({.strategy = strategy,
                                       .steps = 2,
                                       .beforeStep =
                                           [&](TrainingRank& rank, int step) {
                                               if (step == 1 && rank.world().rank() == 0)
                                                   reductions = rank.backend().takeReductions();
                                           },
                                       .device = lateIn(late)});
        ASSERT_EQ(trained.error, "");
        ASSERT_GT(reductions.size(), 2U);
        std::sort(reductions.begin(), reductions.end(),
                  [](const auto& a, const auto& b) { return a.start < b.start; });
        for (std::size_t i = 1; i < reductions.size(); ++i)
            EXPECT_LE(reductions[i - 1].end, reductions[i].start) << "reduction " << i;
    }
}

// That the device is as strict as it says.
TEST(LateDeviceDeathTest, EndsAHostThatFollowsAnAddress)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    GuardedMemory memory;
    const auto* const place = static_cast<float*>(engine::rawPointer(memory.take(64)));
    const auto follow = [place] {
        std::signal(SIGSEGV, SIG_DFL); // a sanitizer would report the access instead
        std::printf("%g\n", double(*place));
    };
    EXPECT_EXIT(follow(), testing::KilledBySignal(SIGSEGV), "");
}

TEST(LateQueues, OneLaneIsLateAndTheOthersEarly)
{
    engine::SystemClock clock;
    engine::Waiting waiting(clock);
    LateQueues queues(Late::Compute, clock, waiting);
    const engine::Lane other = queues.open("other");
    std::string order;
    queues.queue(engine::kComputeLane, [&] { order += 'a'; });
    const engine::Mark afterA = queues.mark(engine::kComputeLane);
    queues.queue(engine::kComputeLane, [&] { order += 'b'; });
    queues.queue(other, [&] { order += 'x'; });
    EXPECT_EQ(order, "x");
    EXPECT_FALSE(queues.passed(afterA));
    queues.wait(other, afterA); // brings what is before the mark, and no more
    EXPECT_EQ(order, "xa");
    EXPECT_TRUE(queues.passed(afterA));
    ASSERT_TRUE(queues.time(queues.mark(engine::kComputeLane)));
    EXPECT_EQ(order, "xab");
}

} // namespace
} // namespace training
