#include "engine/strategy/search/sweep.h"

#include "engine/strategy/check.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/search/advise.h"
#include "engine/strategy/search/field_change.h"
#include "tests/strategy/small_strategy.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

TEST(SetField, ReachesEveryKindOfField)
{
    const std::pair<const char*, const char*> fields[] = {{"model.layers", "12"},
                                                          {"model.causal", "false"},
                                                          {"parallel.tensor", "2"},
                                                          {"parallel.offload", "optimizer"},
                                                          {"batch.micro", "2"},
                                                          {"batch.microbatches", "6"},
                                                          {"schedule.name", "gpipe"},
                                                          {"schedule.group", "4"},
                                                          {"recompute.granularity", "full"},
                                                          {"precision.compute", "fp8"},
                                                          {"overlap.tensor", "true"},
                                                          {"kernels.loss", "fused"},
                                                          {"cluster.network_gbps", "12.5"},
                                                          {"cluster.device", "h100"}};
    for (const auto& [key, value] : fields) {
        Strategy strategy = smallStrategy();
        ASSERT_TRUE(changeField(strategy, key, value)) << key;
        const auto now = fieldWord(strategy, key);
        ASSERT_TRUE(now) << key;
        EXPECT_EQ(*now, value) << key;
        EXPECT_NE(strategy, smallStrategy()) << key;
    }
}

TEST(SetField, RefusesWithASentence)
{
    const auto refused = [](const char* key, const char* value, const char* sentence) {
        Strategy strategy = smallStrategy();
        const auto set = changeField(strategy, key, value);
        ASSERT_FALSE(set) << key;
        EXPECT_NE(set.error().message.find(sentence), std::string::npos) << set.error().message;
        EXPECT_EQ(strategy, smallStrategy());
    };
    refused("parallel.tenor", "2", "is not a field");
    refused("tensor", "2", "is not a field");
    refused("training.seed", "2", "is not a field");
    refused("parallel.layers_per_stage", "2", "is not a field");
    refused("parallel.tensor", "two", "a whole number");
    refused("parallel.tensor", "99999999999", "a whole number");
    refused("parallel.sequence", "yes", "true or false");
    refused("parallel.offload", "some", "one of none, optimizer, all");
    refused("batch.microbatches", "0", "whole number from 1");
    refused("batch.microbatches", "1000000000", "global batch over");
}

TEST(SetField, ToWhatItIsChangesNothing)
{
    Strategy strategy = smallStrategy();
    strategy.schedule.name = "interleaved";
    strategy.parallel.chunks = 2;
    strategy.parallel.layersPerStage = {0, 2, 1, 1, 1, 1, 1, 1};
    const Strategy before = strategy;
    ASSERT_TRUE(changeField(strategy, "schedule.name", "interleaved"));
    ASSERT_TRUE(changeField(strategy, "parallel.chunks", "2"));
    ASSERT_TRUE(changeField(strategy, "parallel.pipeline", "4"));
    EXPECT_EQ(strategy, before);
    ASSERT_TRUE(changeField(strategy, "schedule.name", "1f1b"));
    EXPECT_TRUE(strategy.parallel.layersPerStage.empty());
    EXPECT_EQ(strategy.parallel.chunks, 0);
}

TEST(SetField, LetsTheDataRanksFollow)
{
    Strategy strategy = smallStrategy();
    strategy.parallel.data = 2;
    strategy.parallel.layersPerStage = {1, 2, 3, 2};
    ASSERT_TRUE(changeField(strategy, "parallel.pipeline", "2"));
    EXPECT_EQ(dataParallel(strategy), 4);
    EXPECT_TRUE(strategy.parallel.layersPerStage.empty());
    EXPECT_TRUE(check(strategy).problems.empty());
}

TEST(Sweep, RowsAreEstimates)
{
    const SweptField fields[]
        = {{"batch.microbatches", {"4", "16"}}, {"parallel.tensor", {"1", "2"}}};
    const auto rows = sweep(smallStrategy(), fields);
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), 4U);
    EXPECT_EQ((*rows)[1].values, (std::vector<std::string>{"4", "2"}));
    EXPECT_EQ((*rows)[2].values, (std::vector<std::string>{"16", "1"}));
    Strategy same = smallStrategy();
    same.parallel.tensor = 2; // one data rank is left
    same.batch.global = 16;
    const auto exact = estimate(same);
    ASSERT_TRUE(exact);
    const auto& numbers = (*rows)[3].numbers;
    ASSERT_TRUE(numbers);
    EXPECT_DOUBLE_EQ(numbers->stepSeconds, exact->stepSeconds);
    EXPECT_DOUBLE_EQ(numbers->bubbleFraction, exact->bubbleFraction);
    EXPECT_DOUBLE_EQ(numbers->tokensPerSecond, exact->tokensPerSecond);
    EXPECT_DOUBLE_EQ(numbers->peakBytes, exact->memory[exact->fullestRank].peak());
    EXPECT_EQ(numbers->fits, exact->fits);
    // More microbatches: a smaller bubble.
    EXPECT_LT((*rows)[2].numbers->bubbleFraction, (*rows)[0].numbers->bubbleFraction);
}

TEST(Sweep, KeepsTheGlobalBatchThatWasMeant)
{
    Strategy strategy = smallStrategy();
    strategy.batch.global = 0; // 4 microbatches of 2 replicas
    const SweptField fields[] = {{"batch.micro", {"1", "2"}}};
    const auto rows = sweep(strategy, fields);
    ASSERT_TRUE(rows);
    const double tokens = 8 * 1024;
    for (const SweepRow& row : *rows)
        EXPECT_NEAR(row.numbers->tokensPerSecond * row.numbers->stepSeconds, tokens, 1e-6);
}

TEST(Sweep, SaysWhyARowHasNoNumbers)
{
    const SweptField fields[] = {{"parallel.tensor", {"2", "3"}}};
    const auto rows = sweep(smallStrategy(), fields);
    ASSERT_TRUE(rows);
    EXPECT_TRUE((*rows)[0].numbers);
    EXPECT_FALSE((*rows)[1].numbers);
    // The field apart from its sentence: a window has another name for it.
    EXPECT_EQ((*rows)[1].whyNot.key, "cluster.devices");
    EXPECT_NE((*rows)[1].whyNot.sentence.find("one pipeline takes"), std::string::npos);
}

// One value may rule out another that is fine alone.
TEST(Sweep, ShowsNoNumbersOfAnotherStrategy)
{
    Strategy strategy = smallStrategy();
    strategy.cluster.devices = 4096;
    strategy.batch.global = 65536;
    const std::vector<SweptField> fields{{"batch.micro", {"32"}},
                                         {"batch.microbatches", {"2", "131072"}}};
    const auto rows = sweep(strategy, fields);
    ASSERT_TRUE(rows) << rows.error().message;
    ASSERT_EQ(rows->size(), 2u);
    EXPECT_TRUE((*rows)[0].numbers) << (*rows)[0].whyNot.sentence;
    EXPECT_EQ(microbatches((*rows)[0].strategy), 2);
    EXPECT_FALSE((*rows)[1].numbers);
    EXPECT_NE((*rows)[1].whyNot.sentence.find("batch.microbatches 131072"), std::string::npos)
        << (*rows)[1].whyNot.sentence;
}

// A schedule brings chunks that it can have, whatever the order of the fields.
TEST(Sweep, OfSchedulesTakesTheirChunks)
{
    Strategy strategy = smallStrategy();
    strategy.parallel.chunks = 0;
    const std::vector<SweptField> fields{{"schedule.name", {"1f1b", "interleaved", "zbv"}}};
    const auto rows = sweep(strategy, fields);
    ASSERT_TRUE(rows) << rows.error().message;
    for (const SweepRow& row : *rows)
        EXPECT_TRUE(row.numbers) << row.values[0] << ": " << row.whyNot.sentence;
    const std::vector<SweptField> chunksFirst{{"parallel.chunks", {"1", "2"}},
                                              {"schedule.name", {"interleaved"}}};
    const auto given = sweep(strategy, chunksFirst);
    ASSERT_TRUE(given);
    EXPECT_EQ((*given)[0].strategy.parallel.chunks, 1);
    EXPECT_EQ((*given)[1].strategy.parallel.chunks, 2);
}

TEST(Sweep, IsBounded)
{
    const auto refused = [](std::vector<SweptField> fields, const char* sentence) {
        const auto rows = sweep(smallStrategy(), fields);
        ASSERT_FALSE(rows);
        EXPECT_NE(rows.error().message.find(sentence), std::string::npos) << rows.error().message;
    };
    const SweptField one{"batch.micro", {"1"}};
    refused({}, "one field or two");
    refused({one, {"parallel.zero", {"1"}}, {"parallel.tensor", {"1"}}}, "one field or two");
    refused({one, one}, "swept twice");
    refused({{"batch.micro", {}}}, "no values");
    refused({{"batch.micro", std::vector<std::string>(200, "1")},
             {"parallel.zero", std::vector<std::string>(200, "1")}},
            "more than 10000 rows");
    const SweptField fields[] = {{"batch.micro", {"1", "2", "4"}}};
    int asked = 0;
    const auto stopped = sweep(smallStrategy(), fields, [&] { return ++asked > 1; });
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->size(), 1U);
}

void expectSound(const AdviceResult& result, const Strategy& from, double wanted)
{
    for (const Advice& advice : result.advice) {
        const auto exact = estimate(advice.strategy);
        ASSERT_TRUE(exact && check(advice.strategy).problems.empty());
        EXPECT_TRUE(exact->fits);
        EXPECT_GE(exact->tokensPerSecond, wanted);
        EXPECT_DOUBLE_EQ(exact->stepSeconds, advice.numbers.stepSeconds);
        ASSERT_FALSE(advice.changes.empty());
        EXPECT_LE(advice.changes.size(), 2U);
        for (const FieldChange& change : advice.changes) {
            EXPECT_EQ(*fieldWord(withSizesWritten(from), change.key), change.from);
            EXPECT_EQ(*fieldWord(advice.strategy, change.key), change.to) << change.key;
        }
    }
}

TEST(Advise, HasNothingToSayOfWhatIsGood)
{
    const auto result = advise(smallStrategy(), {});
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->isGood);
    EXPECT_TRUE(result->advice.empty());
}

TEST(Advise, MakesItFit)
{
    Strategy strategy = smallStrategyWith(4.5);
    strategy.batch.micro = 4;
    const auto result = advise(strategy, {});
    ASSERT_TRUE(result);
    EXPECT_FALSE(result->isGood);
    EXPECT_FALSE(result->now.fits);
    ASSERT_FALSE(result->advice.empty());
    expectSound(*result, strategy, 0);
    EXPECT_EQ(result->advice.front().changes.size(), 1U);
    for (const Advice& advice : result->advice)
        EXPECT_FALSE(advice.changes.size() == 1 && advice.changes.front().key == "parallel.pipeline"
                     && advice.changes.front().to == "4"); // it is that already
}

TEST(Advise, ChangesTwoFieldsWhereOneIsNotEnough)
{
    Strategy strategy = smallStrategyWith(2.3);
    strategy.parallel.pipeline = 2;
    strategy.batch.micro = 4;
    AdviceAsked asked;
    asked.threads = 2;
    const auto result = advise(strategy, asked);
    ASSERT_TRUE(result);
    ASSERT_FALSE(result->advice.empty());
    expectSound(*result, strategy, 0);
    EXPECT_EQ(result->advice.back().changes.size(), 2U);
}

TEST(Advise, MakesItFastEnough)
{
    const auto now = estimate(smallStrategy());
    ASSERT_TRUE(now);
    AdviceAsked asked;
    asked.tokensPerSecond = 1.2 * now->tokensPerSecond;
    const auto result = advise(smallStrategy(), asked);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->now.fits);
    EXPECT_FALSE(result->isGood);
    ASSERT_FALSE(result->advice.empty());
    expectSound(*result, smallStrategy(), asked.tokensPerSecond);
    asked.stop = [] { return true; };
    const auto stopped = advise(smallStrategy(), asked);
    ASSERT_TRUE(stopped);
    EXPECT_TRUE(stopped->stopped);
    EXPECT_TRUE(stopped->advice.empty());
}

} // namespace
} // namespace strategy
