#include "engine/strategy/estimate/cost_basis.h"

#include "engine/plan/cost_basis.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/estimate/step_prediction.h"
#include "engine/strategy/yaml.h"

#include <gtest/gtest.h>

namespace strategy::test {
namespace {

using namespace std::chrono_literals;
using plan::StageCosts;

Strategy of(const std::string& schedule, int chunks, int ranks = 4)
{
    Strategy strategy;
    strategy.parallel.pipeline = ranks;
    strategy.parallel.chunks = chunks;
    strategy.batch.global = 2 * ranks;
    strategy.schedule.name = schedule;
    return strategy;
}

Strategy with(Strategy strategy, std::vector<StageCosts> stages)
{
    strategy.costs = plan::Costs{.stages = std::move(stages)};
    return strategy;
}

plan::Nanoseconds busy(const StepPrediction& step, std::size_t rank)
{
    plan::Nanoseconds sum{};
    for (const plan::Op& op : step.schedule.order[rank])
        sum += step.costs.of(op, int(rank));
    return sum;
}

TEST(KeepShares, EachRankDoesTheSameWorkUnderEverySchedule)
{
    const Strategy before = with(of("1f1b", 1),
                                 {{.forward = 10us,
                                   .inputGrad = 7us,
                                   .weightGrad = 5us,
                                   .recompute = 2us,
                                   .forwardCollective = 3us}});
    const auto own = predictStep(before);
    ASSERT_TRUE(own);
    for (const auto& [schedule, chunks] :
         std::vector<std::pair<std::string, int>>{{"interleaved", 2},
                                                  {"interleaved", 3},
                                                  {"gpipe", 1},
                                                  {"zbv", 2},
                                                  {"dualpipe", 2},
                                                  {"chimera", 2},
                                                  {"hanayo", 4}}) {
        Strategy after = of(schedule, chunks);
        ASSERT_TRUE(keepShares(before, after)) << schedule;
        const auto step = predictStep(after);
        ASSERT_TRUE(step) << schedule << ' ' << step.error().message;
        for (std::size_t rank = 0; rank < 4; ++rank)
            EXPECT_EQ(busy(*step, rank), busy(*own, rank)) << schedule << " rank " << rank;
        Strategy back = of("1f1b", 1);
        ASSERT_TRUE(keepShares(after, back));
        EXPECT_EQ(back.costs, before.costs) << schedule;
    }
}

TEST(KeepShares, OneNumberStaysOneWhereChunksDivideIt)
{
    const Strategy before = with(of("1f1b", 1), {{.forward = 10us, .inputGrad = 6us}});
    Strategy after = of("interleaved", 2);
    ASSERT_TRUE(keepShares(before, after));
    EXPECT_EQ(after.costs->stages, (std::vector<StageCosts>{{.forward = 5us, .inputGrad = 3us}}));
}

TEST(KeepShares, ListsNameThePartsOfTheModelInItsOrder)
{
    Strategy before = with(of("1f1b", 1, 2), {{.forward = 4us}, {.forward = 10us}});
    before.costs->hops = {3us};
    Strategy after = of("interleaved", 2, 2);
    ASSERT_TRUE(keepShares(before, after));
    EXPECT_EQ(after.costs->stages,
              (std::vector<StageCosts>{
                  {.forward = 2us}, {.forward = 2us}, {.forward = 5us}, {.forward = 5us}}));
    EXPECT_EQ(after.costs->hops, (std::vector<plan::Nanoseconds>{3us, 3us, 3us}));
    Strategy back = of("gpipe", 1, 2);
    ASSERT_TRUE(keepShares(after, back));
    EXPECT_EQ(back.costs, before.costs);
}

TEST(KeepShares, WhatIsNotDividedStaysAsItWasWritten)
{
    const Strategy before
        = with(of("interleaved", 2, 2),
               {{.forward = 1us}, {.forward = 2us}, {.forward = 3us}, {.forward = 4us}});
    Strategy after = of("zbv", 2, 2);
    ASSERT_TRUE(keepShares(before, after));
    EXPECT_EQ(after.costs, before.costs);
    Strategy none = of("zbv", 2, 2);
    ASSERT_TRUE(keepShares(of("1f1b", 1, 2), none));
    EXPECT_FALSE(none.costs);
}

TEST(KeepShares, IsRefusedForOtherRanks)
{
    Strategy after = of("1f1b", 1, 8);
    const auto kept = keepShares(with(of("1f1b", 1, 4), {{.forward = 1us}}), after);
    ASSERT_FALSE(kept);
    EXPECT_EQ(kept.error().message, "costs: are given for 4 ranks, and are no other number's");
}

TEST(KeepShares, DividesNoCollectiveBeyondItsPart)
{
    // Of 4 ns 2 are a collective and 1 a message, in 6 chunks: rounded each on its own, they would
    // pass.
    Strategy before = with(of("1f1b", 1, 2),
                           {{.forward = plan::Nanoseconds{4},
                             .inputGrad = 1us,
                             .forwardCollective = plan::Nanoseconds{2},
                             .forwardTransfer = plan::Nanoseconds{1},
                             .weightGradWait = plan::Nanoseconds{13}}});
    Strategy after = of("interleaved", 6, 2);
    ASSERT_TRUE(keepShares(before, after));
    plan::Nanoseconds wait{};
    for (const StageCosts& stage : after.costs->stages) {
        EXPECT_LE(stage.forwardCollective + stage.forwardTransfer, stage.forward);
        wait += stage.weightGradWait;
    }
    EXPECT_EQ(wait, 2 * plan::Nanoseconds{13}); // of both ranks
}

// A step takes as long with what somebody would give of its costs.
TEST(AsGiven, TheOpsTakeWhatTheyTook)
{
    for (const char* name : {"1f1b", "zb-h1", "dualpipe"}) {
        SCOPED_TRACE(name);
        const auto own = predictStep(with(of(name, std::string(name) == "dualpipe" ? 2 : 1),
                                          {{.forward = 10us,
                                            .inputGrad = 7us,
                                            .weightGrad = 5us,
                                            .backwardWait = 2us,
                                            .inputGradWait = 4us,
                                            .weightGradWait = 1us}}));
        ASSERT_TRUE(own);
        plan::Costs costs = own->costs;
        costs.messageBytes = 77;
        const plan::Costs given = plan::asGiven(costs, own->schedule);
        EXPECT_EQ(given.messageBytes, 0);
        EXPECT_EQ(plan::simulate(own->schedule, given)->spans, own->timeline.spans);
        const StageCosts& stage = given.stages.front();
        const bool isMixed = std::string(name) == "dualpipe";
        EXPECT_EQ(stage.backwardWait + stage.inputGradWait + stage.weightGradWait,
                  isMixed ? 7us : 0us);
    }
}

TEST(TakeCostsOf, ARanksShareIsDividedOverItsChunks)
{
    Strategy strategy = with(of("interleaved", 2), {{.forward = 10us}});
    ASSERT_TRUE(takeCostsOf(strategy, plan::CostBasis::Stage));
    EXPECT_EQ(strategy.costs->stages.front().forward, 10us);
    ASSERT_TRUE(takeCostsOf(strategy, plan::CostBasis::Rank));
    EXPECT_EQ(strategy.costs->stages.front().forward, 5us);

    strategy.costs->stages.resize(8);
    const auto taken = takeCostsOf(strategy, plan::CostBasis::Rank);
    ASSERT_FALSE(taken);
    EXPECT_NE(taken.error().message.find("list of 8 stages on 4 ranks"), std::string::npos);
}

TEST(CostOrigin, NamesWhereCostsComeFrom)
{
    Strategy strategy = of("1f1b", 1);
    EXPECT_EQ(toText(costOriginOf(strategy)), "unit costs");
    strategy.model.emplace();
    strategy.cluster.device = "a100-80gb";
    EXPECT_EQ(toText(costOriginOf(strategy)), "the cost model with profile a100");
    strategy.cluster.spec.emplace();
    EXPECT_EQ(toText(costOriginOf(strategy)), "the cost model without a profile");
    strategy = with(std::move(strategy), {{.forward = 1us}});
    EXPECT_EQ(toText(costOriginOf(strategy)), "the costs given");
    strategy.costsFittedTo = "2026-01-02-7";
    EXPECT_EQ(toText(costOriginOf(strategy)), "costs fitted to run 2026-01-02-7");
    const auto step = predictStep(strategy);
    ASSERT_TRUE(step);
    EXPECT_EQ(step->origin, costOriginOf(strategy));
}

TEST(CostOrigin, TheRunStandsInTheFile)
{
    Strategy strategy = with(of("1f1b", 1), {{.forward = 1us}});
    strategy.costsFittedTo = "run: \"7\"";
    const ReadResult read = readStrategy(writeStrategy(strategy));
    ASSERT_TRUE(read.strategy);
    EXPECT_EQ(read.strategy->costsFittedTo, strategy.costsFittedTo);
    EXPECT_EQ(*read.strategy, strategy);
}

} // namespace
} // namespace strategy::test
