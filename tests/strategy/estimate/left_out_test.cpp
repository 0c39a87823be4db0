// Intervals of estimates, what lies beyond all runs, and decisions.

#include "engine/strategy/check.h"
#include "engine/strategy/estimate/decisions.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/hardware.h"
#include "tests/strategy/small_strategy.h"

#include <gtest/gtest.h>

#include <cmath>

namespace strategy {
namespace {

std::vector<LeftOutRun> runsOf(const std::string& profile, const std::string& framework,
                               const std::string& family, const std::vector<double>& errors)
{
    std::vector<LeftOutRun> runs;
    runs.reserve(errors.size());
    for (const double error : errors)
        runs.push_back({.device = profile,
                        .profile = profile,
                        .framework = framework,
                        .family = family,
                        .devices = 8,
                        .parameters = 1e9,
                        .error = error});
    return runs;
}

TEST(Interval, HoldsFourOfFiveLikeRuns)
{
    std::vector<double> errors;
    for (int i = -50; i <= 50; ++i)
        errors.push_back(0.002 * i);
    const auto runs = runsOf("a100", "megatron", "one", errors);
    const Interval interval = intervalOf(runs, "a100", "megatron", 8);
    EXPECT_NEAR(interval.low, 1 / 1.08, 0.005);
    EXPECT_NEAR(interval.high, 1 / 0.92, 0.005);
}

TEST(Interval, LikeRunsCountMore)
{
    auto runs = runsOf("a100", "megatron", "near", {-0.02, 0, 0.02, 0.01, -0.01});
    const auto far = runsOf("v100", "oneflow", "far", {-0.5, 0.5, -0.4, 0.4, 0.3});
    runs.insert(runs.end(), far.begin(), far.end());
    const Interval like = intervalOf(runs, "a100", "megatron", 8);
    const Interval unlike = intervalOf(runs, "v100", "oneflow", 8);
    EXPECT_LT(like.high - like.low, unlike.high - unlike.low);
    // A family says nothing of itself where it is left out.
    const Interval without = intervalOf(runs, "a100", "megatron", 8, "far");
    EXPECT_GT(without.low, 0.95);
    EXPECT_LT(without.high, 1.05);
}

TEST(Interval, WithoutRunsIsNone)
{
    const Interval none = intervalOf({}, "a100", "megatron", 8);
    EXPECT_EQ(none.low, 1);
    EXPECT_EQ(none.high, 1);
}

TEST(Interval, OfAnEstimateHoldsItsStep)
{
    const auto estimated = estimate(smallStrategy());
    ASSERT_TRUE(estimated);
    ASSERT_TRUE(estimated->interval);
    EXPECT_LT(estimated->interval->low, estimated->stepSeconds);
    EXPECT_GT(estimated->interval->high, estimated->stepSeconds);
    const auto factors = stepInterval(smallStrategy());
    EXPECT_DOUBLE_EQ(estimated->interval->low, factors->low * estimated->stepSeconds);
}

TEST(Interval, OfGivenCostsIsNone)
{
    Strategy strategy = smallStrategy();
    strategy.costs = plan::Costs::unit();
    const auto estimated = estimate(strategy);
    ASSERT_TRUE(estimated);
    EXPECT_FALSE(estimated->interval);
    EXPECT_EQ(estimated->beyond, "");
}

TEST(Interval, OfAnOwnProfileIsItsOwn)
{
    Strategy strategy = smallStrategy();
    strategy.cluster.fitted = *findProfile("a100");
    strategy.cluster.fitted->intervalLow = 0.9;
    strategy.cluster.fitted->intervalHigh = 1.2;
    const auto factors = stepInterval(strategy);
    ASSERT_TRUE(factors);
    EXPECT_DOUBLE_EQ(factors->low, 0.9);
    EXPECT_DOUBLE_EQ(factors->high, 1.2);
}

TEST(Beyond, NamesWhatNoRunHasShown)
{
    Strategy strategy = smallStrategy();
    auto runs = runsOf(profileNameOf(strategy.cluster), "megatron", "one", {0});
    runs.front().device = strategy.cluster.device;
    EXPECT_EQ(beyondRuns(runs, strategy, 5e8), "");
    EXPECT_NE(beyondRuns(runs, strategy, 7e9).find("billion"), std::string::npos);
    Strategy other = strategy;
    other.kernels.framework = Framework::Paddle;
    EXPECT_NE(beyondRuns(runs, other, 5e8).find("paddle"), std::string::npos);
    other = strategy;
    other.cluster.device = "gb200"; // which has another device's profile
    EXPECT_NE(beyondRuns(runs, other, 5e8).find("gb200"), std::string::npos);
    // Whoever has fitted a profile has compared its device with runs, and so has the cpu's.
    other.cluster.fitted = *findProfile("a100");
    EXPECT_EQ(beyondRuns(runs, other, 5e8), "");
    other = strategy;
    other.cluster.device = "cpu";
    EXPECT_EQ(beyondRuns(runs, other, 5e8), "");
    other = strategy;
    other.parallel.data = 1024;
    EXPECT_NE(beyondRuns(runs, other, 5e8).find("devices"), std::string::npos);
}

PublishedRun runTaking(double seconds, int tensor)
{
    PublishedRun run;
    run.family = "one";
    run.model = "m";
    run.strategy = smallStrategy();
    run.strategy.parallel.tensor = tensor;
    run.strategy.batch.global = 8;
    run.strategy.cluster.devices = 8;
    run.stepSeconds = seconds;
    return run;
}

RunAccuracy accuracyOf(const PublishedRun& run, double predicted)
{
    RunAccuracy accuracy;
    accuracy.run = &run;
    accuracy.predictedSeconds = predicted;
    accuracy.timeError = predicted / *run.stepSeconds - 1;
    return accuracy;
}

// Three runs of one model on as many devices; 1.0, 1.2 and 1.3 s are measured.
TEST(Decisions, AreOrderAndRegret)
{
    const std::vector<PublishedRun> runs{runTaking(1.0, 1), runTaking(1.2, 1), runTaking(1.3, 1)};
    std::vector<RunAccuracy> accuracies;
    // Predicted as 1.1, 0.9 and 1.4: the second is picked, and one of three orders is wrong.
    const double predicted[] = {1.1, 0.9, 1.4};
    for (std::size_t i = 0; i < runs.size(); ++i)
        accuracies.push_back(accuracyOf(runs[i], predicted[i]));
    const Decisions decisions = decisionsOf(accuracies);
    EXPECT_EQ(decisions.pairs, 3);
    EXPECT_EQ(decisions.right, 2);
    EXPECT_EQ(decisions.choices, 1);
    EXPECT_NEAR(decisions.regret, 0.2, 1e-9);
    // Left-out predictions count before fitted ones.
    accuracies[1].leftOutError = 0.5;
    EXPECT_EQ(decisionsOf(accuracies).right, 3 - 1);
    EXPECT_NEAR(decisionsOf(accuracies).regret, 0, 1e-9);
}

TEST(Decisions, NeedComparableRuns)
{
    std::vector<PublishedRun> runs{runTaking(1.0, 1), runTaking(1.2, 1)};
    runs[1].strategy.model->hidden *= 2;
    const std::vector<RunAccuracy> accuracies{accuracyOf(runs[0], 1.0), accuracyOf(runs[1], 1.2)};
    EXPECT_EQ(decisionsOf(accuracies).choices, 0);
}

} // namespace
} // namespace strategy
