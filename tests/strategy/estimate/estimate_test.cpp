// Estimates of whole strategies.

#include "engine/plan/simulate.h"
#include "engine/strategy/check.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/yaml.h"
#include "tests/strategy/small_strategy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>

namespace strategy {
namespace {

// GPT-3 175B as in design.md's example.
Strategy gpt3()
{
    Strategy s;
    s.name = "GPT-3 175B on 1024 A100";
    s.model = Model{.layers = 96, .hidden = 12288, .heads = 96, .vocab = 51200, .sequence = 2048};
    s.parallel.tensor = 8;
    s.parallel.pipeline = 8;
    s.parallel.sequence = true;
    s.parallel.zero = 1;
    s.batch = {.micro = 1, .global = 1536};
    s.cluster.devices = 1024;
    s.cluster.device = "a100-80gb";
    return s;
}

TEST(Estimate, OfGpt3IsWhatSuchRunsReach)
{
    const Strategy strategy = gpt3();
    ASSERT_TRUE(check(strategy).problems.empty());
    const auto estimated = estimate(strategy);
    ASSERT_TRUE(estimated);
    // Published runs of that model on 512 to 1536 such devices reach 44 to 52 %.
    EXPECT_GT(estimated->mfu, 0.40);
    EXPECT_LT(estimated->mfu, 0.60);
    EXPECT_TRUE(estimated->fits);
    EXPECT_EQ(estimated->memory.size(), 8u);
    EXPECT_NEAR(estimated->tokensPerSecond, 1536 * 2048 / estimated->stepSeconds, 1);
    const double lines
        = std::accumulate(estimated->ledgerSeconds.begin(), estimated->ledgerSeconds.end(), 0.0);
    EXPECT_NEAR(lines, estimated->stepSeconds, 1e-6);
    EXPECT_EQ(estimated->sources.size(), 4u); // formulas, peaks, profile, software
}

TEST(Estimate, LessMemoryIsTakenByWhatSavesIt)
{
    const auto peakOf = [](const Strategy& strategy) {
        const auto estimated = estimate(strategy);
        return estimated->memory[estimated->fullestRank].peak();
    };
    const double plain = peakOf(gpt3());
    Strategy other = gpt3();
    other.recompute.granularity = Recomputing::Full;
    EXPECT_LT(peakOf(other), plain);
    other = gpt3();
    other.parallel.zero = 0;
    EXPECT_GT(peakOf(other), plain);
    other = gpt3();
    other.parallel.sequence = false;
    EXPECT_GT(peakOf(other), plain);
    other = gpt3();
    other.batch.micro = 4;
    EXPECT_GT(peakOf(other), plain);
    other = gpt3();
    other.parallel.offload = Offload::Optimizer;
    EXPECT_LT(peakOf(other), plain);
}

// A large vocabulary makes the last stage the longest, which unit costs know nothing of; where
// memory is short, the order has to.
TEST(Estimate, TheSearchedOrderIsMadeForTheModelsCosts)
{
    Strategy strategy = smallStrategy();
    strategy.model->vocab = 64'000;
    strategy.batch = {1, 24};
    strategy.schedule = {.name = "zb-auto", .options = {.maxInFlight = 2}, .file = {}};
    const auto estimated = estimate(strategy);
    ASSERT_TRUE(estimated);
    EXPECT_EQ(costsToOrderFor(strategy), estimated->costs);
    EXPECT_EQ(*scheduleOf(strategy), estimated->schedule) << "what is run is what is estimated";

    const auto forUnits
        = plan::makeSchedule("zb-auto", shapeOf(strategy), strategy.schedule.options);
    ASSERT_TRUE(forUnits);
    const auto other = plan::simulate(*forUnits, estimated->costs);
    EXPECT_LT(1.1 * double(estimated->timeline.makespan.count()), double(other->makespan.count()));

    strategy.costs = plan::Costs::unit();
    EXPECT_EQ(*scheduleOf(strategy), *forUnits) << "given costs go before the model's";
}

TEST(Estimate, GivenCostsReplaceTheModelOfTime)
{
    Strategy strategy = gpt3();
    strategy.costs = plan::Costs::unit();
    const auto estimated = estimate(strategy);
    ASSERT_TRUE(estimated);
    // 96 microbatches and 8 ranks: (96 + 7) * 3 us.
    EXPECT_NEAR(estimated->stepSeconds, 309e-6, 1e-9);
    EXPECT_GT(estimated->memory[0].peak(), 1e9);
    // They are on nodes now, which costs nothing where nothing is said of hops between them.
    plan::Costs costs = estimated->costs;
    EXPECT_EQ(predictedCosts(strategy, estimated->schedule)->costs, costs);
    EXPECT_FALSE(costs.nodes.empty());
    costs.nodes.clear();
    EXPECT_EQ(costs, plan::Costs::unit());
}

TEST(Estimate, ABubbleThatIsWarnedOfIsTheEstimatesOwn)
{
    const auto warningOf = [](const Strategy& strategy) {
        const auto estimated = estimate(strategy);
        EXPECT_TRUE(estimated);
        for (const Problem& warning : estimated->warnings)
            if (warning.sentence.find("of the step is bubble") != std::string::npos)
                return warning.sentence;
        return std::string();
    };
    Strategy few = gpt3();
    few.batch.global = 16 * 8; // 8 microbatches to 8 ranks
    for (const int chunks : {1, 2}) {
        few.schedule.name = chunks > 1 ? "interleaved" : "1f1b";
        few.parallel.chunks = chunks;
        const auto estimated = estimate(few);
        ASSERT_TRUE(estimated);
        char share[32];
        std::snprintf(share, sizeof share, ": %.1f %% of", 100 * estimated->bubbleFraction);
        EXPECT_NE(warningOf(few).find(share), std::string::npos) << warningOf(few) << share;
        for (const Problem& warning : check(few).warnings)
            EXPECT_EQ(warning.sentence.find("bubble"), std::string::npos) << warning.sentence;
    }
    few.schedule.name = "zb-h2"; // leaves next to none
    few.parallel.chunks = 1;
    const auto none = estimate(few);
    ASSERT_TRUE(none);
    EXPECT_EQ(warningOf(few).empty(), none->bubbleFraction <= 0.15);
}

TEST(Estimate, NeedsAModel)
{
    const auto none = estimate(Strategy{});
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("model"), std::string::npos);
}

// The well-known runs that come with the program: they fit, and reach what they published.
TEST(Estimate, OfTheStrategiesThatComeWithTheProgram)
{
    const std::map<std::string, std::pair<double, double>> mfu{{"gpt3-175b", {0.46, 0.56}},
                                                               {"mt-nlg-530b", {0.51, 0.61}},
                                                               {"gpt-1t", {0.50, 0.60}},
                                                               {"bloom-176b", {0.28, 0.37}},
                                                               {"llama3-405b", {0.37, 0.47}}};
    int withModel = 0;
    for (const auto& entry : std::filesystem::directory_iterator(BUBBLESCOPE_STRATEGIES)) {
        const auto read = readStrategyFile(entry.path());
        ASSERT_TRUE(read.strategy) << entry.path();
        if (!read.strategy->model)
            continue;
        ++withModel;
        const auto estimated = estimate(*read.strategy);
        ASSERT_TRUE(estimated) << entry.path() << estimated.error().message;
        EXPECT_TRUE(estimated->fits) << entry.path();
        const auto known = mfu.find(entry.path().stem());
        if (known == mfu.end())
            continue;
        EXPECT_GT(estimated->mfu, known->second.first) << entry.path();
        EXPECT_LT(estimated->mfu, known->second.second) << entry.path();
    }
    EXPECT_GE(withModel, 12);
}

TEST(Estimate, SmallerMicrobatchesFillThePipelineBetter)
{
    Strategy strategy = gpt3();
    double bubble = 1;
    for (const int global : {128, 512, 1536, 6144}) {
        strategy.batch.global = global;
        const auto estimated = estimate(strategy);
        ASSERT_TRUE(estimated);
        EXPECT_LT(estimated->bubbleFraction, bubble);
        bubble = estimated->bubbleFraction;
    }
}

} // namespace
} // namespace strategy
