#include "engine/strategy/search/search.h"

#include "engine/plan/cost/pareto.h"
#include "engine/strategy/check.h"
#include "engine/strategy/yaml.h"
#include "tests/strategy/small_strategy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

namespace strategy {
namespace {

double peakOf(const FoundStrategy& one)
{
    return one.estimate.memory[one.estimate.fullestRank].peak();
}

// By estimate() over every member of the space.
double bestByBruteForce(const Strategy& strategy, const SearchAsked& asked, std::uint64_t& looked)
{
    const plan::SearchSpace space = searchSpaceOf(strategy, asked);
    double best = std::numeric_limits<double>::infinity();
    for (const plan::SearchSlice& slice : plan::slicesOf(space))
        for (const plan::Configuration& one : plan::configurationsOf(space, slice)) {
            const Strategy made = strategyOf(strategy, space, one);
            EXPECT_TRUE(check(made).problems.empty())
                << made.name << ": " << check(made).problems.front().sentence;
            const auto exact = estimate(made);
            EXPECT_TRUE(exact) << made.name;
            ++looked;
            if (exact && exact->fits)
                best = std::min(best, exact->stepSeconds);
        }
    return best;
}

TEST(Search, FindsWhatBruteForceFinds)
{
    for (const double memory : {80.0, 3.0}) {
        const Strategy strategy = smallStrategyWith(memory);
        const SearchAsked asked;
        std::uint64_t looked = 0;
        const double best = bestByBruteForce(strategy, asked, looked);
        const auto result = search(strategy, asked);
        ASSERT_TRUE(result) << result.error().message;
        ASSERT_FALSE(result->found.empty());
        EXPECT_EQ(result->looked, looked);
        EXPECT_GT(looked, 300U);
        EXPECT_DOUBLE_EQ(result->found.front().estimate.stepSeconds, best) << memory;
    }
}

TEST(Search, ResultsAreSoundFitAndUseTheDevices)
{
    Strategy strategy = smallStrategy();
    SearchAsked asked;
    asked.devices = {16, 4};
    const auto result = search(strategy, asked);
    ASSERT_TRUE(result);
    ASSERT_GE(result->found.size(), asked.top);
    for (const FoundStrategy& one : result->found) {
        EXPECT_TRUE(check(one.strategy).problems.empty()) << one.strategy.name;
        EXPECT_TRUE(one.estimate.fits);
        const Parallel& cut = one.strategy.parallel;
        const int devices = cut.tensor * cut.pipeline * cut.context * cut.data;
        EXPECT_EQ(devices, one.strategy.cluster.devices);
        EXPECT_TRUE(devices == 4 || devices == 16);
        EXPECT_EQ(one.strategy.batch.global, 32);
        const ReadResult read = readStrategy(writeStrategy(one.strategy));
        ASSERT_TRUE(read.strategy) << one.strategy.name;
        EXPECT_EQ(*read.strategy, one.strategy);
        const auto again = estimate(one.strategy);
        ASSERT_TRUE(again);
        EXPECT_DOUBLE_EQ(again->stepSeconds, one.estimate.stepSeconds);
    }
}

TEST(Search, OrderIsByTimeAndMarksTheFront)
{
    SearchAsked asked;
    asked.devices = {4, 8};
    asked.top = 5;
    const auto result = search(smallStrategy(), asked);
    ASSERT_TRUE(result);
    std::vector<plan::Burden> burdens;
    for (std::size_t i = 0; i < result->found.size(); ++i) {
        const FoundStrategy& one = result->found[i];
        if (i > 0) {
            EXPECT_LE(result->found[i - 1].estimate.stepSeconds, one.estimate.stepSeconds);
        }
        EXPECT_TRUE(i < asked.top || one.onFront);
        burdens.push_back({one.estimate.stepSeconds, peakOf(one), one.strategy.cluster.devices});
    }
    for (std::size_t i = 0; i < burdens.size(); ++i) {
        bool isBeaten = false;
        for (const plan::Burden& other : burdens)
            isBeaten = isBeaten || plan::dominates(other, burdens[i]);
        EXPECT_EQ(result->found[i].onFront, !isBeaten) << result->found[i].strategy.name;
    }
}

TEST(Search, DoesNotDependOnTheThreads)
{
    SearchAsked asked;
    const auto one = search(smallStrategyWith(4), asked);
    asked.threads = 3;
    const auto three = search(smallStrategyWith(4), asked);
    ASSERT_TRUE(one && three);
    EXPECT_EQ(one->looked, three->looked);
    EXPECT_EQ(one->simulated, three->simulated);
    ASSERT_EQ(one->found.size(), three->found.size());
    for (std::size_t i = 0; i < one->found.size(); ++i)
        EXPECT_EQ(one->found[i].strategy, three->found[i].strategy) << i;
}

TEST(Search, EndsWhenAskedWithTheBestSoFar)
{
    SearchAsked asked;
    asked.threads = 2;
    asked.stop = [] { return true; };
    const auto none = search(smallStrategy(), asked);
    ASSERT_TRUE(none) << none.error().message;
    EXPECT_TRUE(none->stopped);
    EXPECT_TRUE(none->found.empty());

    std::atomic<int> times = 0;
    asked.stop = [&] { return ++times > 200; };
    const auto some = search(smallStrategy(), asked);
    ASSERT_TRUE(some);
    EXPECT_TRUE(some->stopped);
    EXPECT_FALSE(some->found.empty());
    const auto all = search(smallStrategy(), {});
    ASSERT_TRUE(all);
    EXPECT_LT(some->looked, all->looked);
    EXPECT_FALSE(all->stopped);
}

TEST(Search, TellsHowFarItIs)
{
    SearchAsked asked;
    std::uint64_t looked = 0;
    std::size_t simulated = 0;
    asked.progress = [&](const SearchProgress& progress) {
        EXPECT_GE(progress.looked, looked);
        EXPECT_GE(progress.simulated, simulated);
        EXPECT_GE(progress.share, 0);
        EXPECT_LE(progress.share, 1);
        looked = progress.looked;
        simulated = progress.simulated;
    };
    const auto result = search(smallStrategy(), asked);
    ASSERT_TRUE(result);
    EXPECT_EQ(looked, result->looked);
    EXPECT_EQ(simulated, result->simulated);
}

// One of two threads holds its part of the work until the other has done three.
TEST(Search, ProgressNeverGoesBack)
{
    SearchAsked asked;
    asked.devices = {16, 8, 4};
    asked.threads = 2;
    ASSERT_GT(plan::slicesOf(searchSpaceOf(smallStrategy(), asked)).size(), 32U);
    std::mutex mutex;
    std::condition_variable told;
    std::vector<double> shares; // while it looks, before there is a shortlist
    bool held = false;
    asked.stop = [&] {
        std::unique_lock lock(mutex);
        if (!std::exchange(held, true))
            told.wait_for(lock, std::chrono::seconds{90}, [&] { return shares.size() >= 3; });
        return false;
    };
    asked.progress = [&](const SearchProgress& progress) {
        const std::lock_guard lock(mutex);
        if (progress.shortlist == 0)
            shares.push_back(progress.share);
        told.notify_all();
    };
    ASSERT_TRUE(search(smallStrategy(), asked));
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    ASSERT_FALSE(shares.empty());
    EXPECT_EQ(shares.back(), 1);
}

TEST(Search, WhereNothingFitsSaysWhatNeedsLeast)
{
    const auto result = search(smallStrategyWith(0.5), {});
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->found.empty());
    ASSERT_TRUE(result->leanest);
    EXPECT_FALSE(result->leanest->estimate.fits);
    EXPECT_GT(peakOf(*result->leanest), 0.5 * 1024 * 1024 * 1024);
}

TEST(Search, LeavesOutWhatIsTooSlow)
{
    const auto all = search(smallStrategy(), {});
    ASSERT_TRUE(all && all->found.size() > 2);
    SearchAsked asked;
    asked.tokensPerSecond = all->found[1].estimate.tokensPerSecond;
    const auto fast = search(smallStrategy(), asked);
    ASSERT_TRUE(fast);
    EXPECT_FALSE(fast->found.empty());
    for (const FoundStrategy& one : fast->found)
        EXPECT_GE(one.estimate.tokensPerSecond, asked.tokensPerSecond);
    asked.tokensPerSecond = 1e15;
    const auto none = search(smallStrategy(), asked);
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->found.empty());
    EXPECT_TRUE(none->leanest);
}

TEST(Search, KeepsWhatIsNotFree)
{
    Strategy strategy = smallStrategy();
    strategy.parallel.tensor = 2;
    strategy.schedule.name = "interleaved";
    strategy.parallel.chunks = 2;
    strategy.recompute = {Recomputing::Full, RecomputeMethod::Block, 1};
    SearchAsked asked;
    asked.free.tensor = asked.free.schedule = asked.free.recompute = false;
    asked.free.layers = asked.free.zero = asked.free.micro = false;
    const auto result = search(strategy, asked);
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_FALSE(result->found.empty());
    for (const FoundStrategy& one : result->found) {
        EXPECT_EQ(one.strategy.parallel.tensor, 2);
        EXPECT_EQ(shapeOf(one.strategy).chunks, 2);
        EXPECT_EQ(one.strategy.schedule.name, "interleaved");
        EXPECT_EQ(one.strategy.recompute, strategy.recompute);
        EXPECT_EQ(one.strategy.parallel.zero, 0);
        EXPECT_EQ(one.strategy.batch.micro, 1);
    }
}

TEST(Search, CutsExpertsContextAndUnevenLayers)
{
    Strategy strategy = smallStrategy();
    strategy.model->layers = 14; // with embedding and loss 16
    strategy.model->sequence = 16384;
    strategy.model->experts = 8;
    strategy.model->expertsPerToken = 2;
    SearchAsked asked;
    std::uint64_t looked = 0;
    const double best = bestByBruteForce(strategy, asked, looked);
    asked.top = 200;
    const auto result = search(strategy, asked);
    ASSERT_TRUE(result);
    ASSERT_FALSE(result->found.empty());
    EXPECT_DOUBLE_EQ(result->found.front().estimate.stepSeconds, best);
    const auto has = [&](const auto& matches) {
        return std::any_of(result->found.begin(), result->found.end(), matches);
    };
    EXPECT_TRUE(has([](const auto& one) { return one.strategy.parallel.expert > 1; }));
    EXPECT_TRUE(has([](const auto& one) { return one.strategy.parallel.context > 1; }));
    EXPECT_TRUE(has([](const auto& one) { return !one.strategy.parallel.layersPerStage.empty(); }));
}

TEST(Search, SaysWhyItCannotBegin)
{
    Strategy strategy = smallStrategy();
    SearchAsked asked;
    asked.devices = {11}; // more than stages, and 32 samples do not divide
    const auto odd = search(strategy, asked);
    ASSERT_FALSE(odd);
    EXPECT_NE(odd.error().message.find("no cut of the model"), std::string::npos);
    asked.devices.assign(kMaxSearchedDevices + 1, 8);
    EXPECT_FALSE(search(strategy, asked));
    asked.devices = {0};
    EXPECT_FALSE(search(strategy, asked));
    asked.devices = {8};
    asked.top = 0;
    EXPECT_FALSE(search(strategy, asked));
    strategy.model.reset();
    EXPECT_FALSE(search(strategy, {}));
}

} // namespace
} // namespace strategy
