#include "engine/strategy/estimate/comparison.h"

#include "engine/plan/metrics.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/yaml.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace strategy::test {
namespace {

using namespace std::chrono_literals;
using plan::CostBasis;
using plan::StageCosts;

Strategy strategyOf(int ranks, int microbatches)
{
    Strategy strategy;
    strategy.parallel.pipeline = ranks;
    strategy.batch.global = microbatches;
    return strategy;
}

TEST(Compare, ChunksRunTheSameModel)
{
    // One p-th: F = 2, B = 4. In two chunks: 1 and 2 each.
    Strategy strategy = strategyOf(4, 8);
    strategy.costs = plan::Costs{.stages = {{2us, 2us, 2us}}};
    const auto rows
        = compareSchedules(strategy, {{"gpipe"}, {"1f1b"}, {"interleaved", 2}}, CostBasis::Rank);
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].name, "gpipe");
    EXPECT_EQ(rows[0].makespan, (8 + 3) * 6us);
    EXPECT_EQ(rows[1].makespan, (8 + 3) * 6us);
    EXPECT_EQ(rows[2].makespan, (8 * 2 + 3) * 3us);
    EXPECT_DOUBLE_EQ(rows[1].bubbleFraction, 3.0 / 11);
    EXPECT_DOUBLE_EQ(rows[1].bubbleOverhead, 3.0 / 8);
    EXPECT_DOUBLE_EQ(rows[2].bubbleOverhead, 3.0 / 16);
    EXPECT_EQ(rows[0].maxInFlight, 8);
    EXPECT_EQ(rows[1].peakInFlight, (std::vector<int>{4, 3, 2, 1}));
    EXPECT_EQ(rows[2].maxInFlight, 11);
    EXPECT_DOUBLE_EQ(rows[2].maxActivations, 5.5);
    // Three borders forward and back for each microbatch; seven with two chunks.
    EXPECT_EQ(rows[1].transfers, 8u * 2 * 3);
    EXPECT_EQ(rows[2].transfers, 8u * 2 * 7);
    // Taken as costs of a stage, two chunks are twice the work.
    const auto stages
        = compareSchedules(strategy, {{"1f1b"}, {"interleaved", 2}}, CostBasis::Stage);
    EXPECT_EQ(stages[0].makespan, rows[1].makespan);
    EXPECT_EQ(stages[1].makespan, (8 * 2 + 3) * 6us);
}

TEST(Compare, AStrategyOfManyChunksIsItselfAndTheOthersAreItsModel)
{
    Strategy strategy = strategyOf(4, 8);
    strategy.schedule.name = "interleaved";
    strategy.parallel.chunks = 2;
    const auto rows = compareSchedules(strategy, {{"interleaved", 2}, {"1f1b"}}, CostBasis::Rank);
    EXPECT_EQ(rows[0].makespan, predictStep(strategy)->timeline.makespan);
    EXPECT_EQ(rows[0].makespan, (8 * 2 + 3) * 3us);
    EXPECT_EQ(rows[1].makespan, (8 + 3) * 6us);
}

TEST(Compare, SaysWhyAScheduleIsNotThere)
{
    const auto rows
        = compareSchedules(strategyOf(4, 8), {{"1f1b", 2}, {"1f1c"}, {"1f1b"}}, CostBasis::Rank);
    EXPECT_NE(rows[0].whyNot.find("takes one chunk"), std::string::npos) << rows[0].whyNot;
    EXPECT_NE(rows[1].whyNot.find("nearest is '1f1b'"), std::string::npos) << rows[1].whyNot;
    EXPECT_EQ(rows[2].whyNot, "");
    Strategy listed = strategyOf(2, 4);
    listed.costs = plan::Costs{.stages = {{1us, 1us, 1us}, {2us, 1us, 1us}}};
    const auto stages = compareSchedules(listed, {{"interleaved", 2}, {"gpipe"}}, CostBasis::Stage);
    EXPECT_NE(stages[0].whyNot.find("given for 2 stages"), std::string::npos) << stages[0].whyNot;
    EXPECT_EQ(stages[1].whyNot, "");
}

TEST(Compare, ASearchedOrderIsMadeForTheModelsCosts)
{
    Strategy strategy = strategyOf(3, 6);
    strategy.costs = plan::Costs{.stages = {}, .hops = {100ns, 200ns}};
    for (const int times : {1, 2, 5})
        strategy.costs->stages.push_back({times * 1us, times * 1us, 2us});
    for (const int chunks : {1, 2}) {
        const auto run = runCompared(strategy, {"zb-auto", chunks}, CostBasis::Rank);
        ASSERT_TRUE(run);
        EXPECT_EQ(
            run->costs,
            *plan::costsOfStages(*strategy.costs, run->schedule.shape, run->schedule.placement));
        const auto rows = compareSchedules(
            strategy, {{"zb-auto", chunks}, {chunks == 1 ? "zb-h2" : "interleaved-zb", chunks}},
            CostBasis::Rank);
        EXPECT_EQ(rows[0].makespan, run->timeline.makespan);
        EXPECT_LE(rows[0].makespan, rows[1].makespan);
    }
}

TEST(Compare, UnderAModelEveryScheduleAsksTheCostModel)
{
    const ReadResult read
        = readStrategyFile(std::string(BUBBLESCOPE_STRATEGIES) + "/gpt3-175b.yaml");
    ASSERT_TRUE(read.strategy);
    Strategy plain = *read.strategy;
    plain.schedule.name = "1f1b";
    plain.parallel.chunks = 1;
    const auto rows = compareSchedules(*read.strategy, {{"1f1b"}}, CostBasis::Rank);
    ASSERT_EQ(rows[0].whyNot, "");
    const auto own = estimate(plain);
    ASSERT_TRUE(own);
    EXPECT_EQ(rows[0].makespan, own->timeline.makespan);
    EXPECT_GT(rows[0].makespan, 10s);
}

// One number: compare's row, what simulate draws and what estimate says.
class ComparedFile : public testing::TestWithParam<std::string> {};

TEST_P(ComparedFile, IsComparedAsItIsSimulatedAndEstimated)
{
    const ReadResult read
        = readStrategyFile(std::string(BUBBLESCOPE_STRATEGIES) + "/" + GetParam() + ".yaml");
    ASSERT_TRUE(read.strategy);
    const Strategy& strategy = *read.strategy;
    const auto own = predictStep(strategy);
    ASSERT_TRUE(own);
    for (const CostBasis basis : {CostBasis::Rank, CostBasis::Stage}) {
        const auto rows = compareSchedules(
            strategy, {{strategy.schedule.name, own->schedule.shape.chunks}}, basis);
        ASSERT_EQ(rows[0].whyNot, "");
        EXPECT_EQ(rows[0].makespan, own->timeline.makespan);
        EXPECT_EQ(rows[0].bubbleFraction, plan::bubbleFraction(own->timeline));
    }
    if (!strategy.model)
        return;
    const auto estimated = estimate(strategy);
    ASSERT_TRUE(estimated);
    EXPECT_EQ(estimated->timeline.makespan, own->timeline.makespan);
    EXPECT_EQ(estimated->bubbleFraction, plan::bubbleFraction(own->timeline));
    EXPECT_EQ(estimated->origin, own->origin);
}

std::vector<std::string> shipped()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(BUBBLESCOPE_STRATEGIES))
        names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

INSTANTIATE_TEST_SUITE_P(Resources, ComparedFile, testing::ValuesIn(shipped()),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::replace_if(
                                 name.begin(), name.end(), [](char c) { return !std::isalnum(c); },
                                 '_');
                             return name;
                         });

} // namespace
} // namespace strategy::test
