#include "engine/strategy/check.h"
#include "tests/strategy/expect_problems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>

namespace strategy {
namespace {

Strategy sound()
{
    Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.batch.global = 8;
    strategy.costs = plan::Costs::unit();
    return strategy;
}

// "key: sentence" of each problem.
Lines problemsIn(const Strategy& strategy) { return linesOf(check(strategy).problems); }

TEST(Check, ASoundStrategyHasNothingToSay)
{
    EXPECT_EQ(problemsIn(sound()), Lines{});
    EXPECT_EQ(linesOf(check(sound()).warnings), Lines{});
}

TEST(Check, RangesHoldInMemoryToo)
{
    Strategy strategy = sound();
    strategy.parallel.pipeline = 1'000'000'000;
    strategy.batch.micro = 0;
    strategy.name = "two\nlines";
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: name: must be one line of at most 1024 bytes of printable text",
                     "f.yaml: parallel.pipeline: must be a whole number from 1 to 1048576, not "
                     "1000000000",
                     "f.yaml: batch.micro: must be a whole number from 1 to 1048576, not 0"}));
}

TEST(Check, ShapesOverTheLimitNameTheirLargestFactor)
{
    Strategy strategy = sound();
    strategy.parallel.pipeline = 65536;
    strategy.batch.global = 1 << 20;
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: batch.global: ranks x chunks x microbatches = 65536 x 1 x 1048576 is "
                     "over the limit of 16777216; use fewer microbatches or chunks"}));
    strategy.parallel.pipeline = 1 << 20;
    strategy.batch.global = 1 << 10;
    EXPECT_EQ(check(strategy).problems.front().key, "parallel.pipeline");
}

TEST(Check, SchedulesMarkTheFieldThatDoesNotFit)
{
    Strategy strategy = sound();
    strategy.parallel.chunks = 2;
    EXPECT_EQ(
        problemsIn(strategy),
        (Lines{"f.yaml: parallel.chunks: '1f1b' takes one chunk per rank, not 2; set chunks to 1 "
               "or use 'interleaved'"}));

    strategy.schedule.name = "interleaved";
    strategy.schedule.options.group = 9;
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: schedule.group: group must lie between 1 and the 8 microbatches, not "
                     "9"}));
    strategy.schedule.options.group = 4;
    EXPECT_EQ(problemsIn(strategy), Lines{});

    strategy = sound();
    strategy.schedule.options.group = 4;
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: schedule.group: '1f1b' takes no group; leave it out or use "
                     "'interleaved'"}));

    strategy = sound();
    strategy.schedule.name = "1f1";
    ASSERT_EQ(problemsIn(strategy).size(), 1u);
    EXPECT_TRUE(problemsIn(strategy).front().starts_with(
        "f.yaml: schedule.name: names no schedule known here: '1f1'; did you mean '1f1b'? "
        "available: naive, gpipe, 1f1b, "));
    strategy.schedule.name = "custom";
    EXPECT_EQ(
        problemsIn(strategy),
        (Lines{"f.yaml: schedule.file: the schedule 'custom' needs a file; give schedule.file "
               "the path of a CSV"}));
}

TEST(Check, DevicesAndBatchDivide)
{
    Strategy strategy = sound();
    strategy.parallel.tensor = 2;
    strategy.cluster.devices = 4;
    EXPECT_EQ(
        problemsIn(strategy),
        (Lines{"f.yaml: cluster.devices: is 4, and one pipeline takes tensor 2 x pipeline 4 x "
               "context 1 = 8; add devices or lower one of these"}));
    strategy.cluster.devices = 20;
    EXPECT_EQ(
        problemsIn(strategy),
        (Lines{"f.yaml: cluster.devices: is 20, which is not divisible by tensor 2 x pipeline 4 "
               "x context 1 = 8"}));
    strategy.cluster.devices = 16;
    strategy.parallel.data = 3;
    EXPECT_EQ(
        problemsIn(strategy),
        (Lines{"f.yaml: cluster.devices: is 16, and tensor 2 x pipeline 4 x context 1 x data 3 "
               "= 24; make them equal, or leave out parallel.data"}));
    strategy.parallel.data = 2;
    strategy.batch = {.micro = 3, .global = 8};
    EXPECT_EQ(
        problemsIn(strategy),
        (Lines{"f.yaml: batch.global: is 8, which is not divisible by micro 3 x data 2 = 6"}));
    strategy.parallel.data = 0;
    strategy.batch.global = 12;
    EXPECT_EQ(problemsIn(strategy), Lines{});
    EXPECT_EQ(microbatches(strategy), 2);
}

TEST(Check, LayersFillTheStages)
{
    Strategy strategy = sound();
    strategy.model = Model{.layers = 3};
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: model.layers: is 3 for 4 stages (parallel.pipeline x "
                     "parallel.chunks); every stage needs a layer"}));
    strategy.model->layers = 10;
    EXPECT_EQ(problemsIn(strategy), Lines{});
    EXPECT_EQ(check(strategy).warnings.front().key, "model.layers");
    strategy.parallel.layersPerStage = {3, 3, 3};
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: parallel.layers_per_stage: has 3 entries for 4 stages "
                     "(parallel.pipeline x parallel.chunks)"}));
    strategy.parallel.layersPerStage = {3, 3, 3, 3};
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: parallel.layers_per_stage: adds up to 12 layers, and model.layers is "
                     "10"}));
    strategy.parallel.layersPerStage = {5, 3, 2, 0}; // the last one holds the loss
    EXPECT_EQ(problemsIn(strategy), Lines{});
    strategy.parallel.layersPerStage = {5, 0, 2, 3};
    EXPECT_EQ(
        problemsIn(strategy),
        (Lines{"f.yaml: parallel.layers_per_stage: gives stage 1 only 0, and every chunk of a "
               "rank needs a layer: at least 1"}));
    strategy.parallel.layersPerStage = {3, 3, 2, 2};
    EXPECT_EQ(problemsIn(strategy), Lines{});
    strategy.parallel.layersPerRank = {3, 3, 2, 2};
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: parallel.layers_per_rank: and layers_per_stage are both given; keep "
                     "one"}));
}

TEST(Check, TheModelDividesOverItsDevices)
{
    Strategy strategy = sound();
    strategy.model = Model{.layers = 8, .hidden = 1024, .heads = 6, .kvHeads = 4};
    strategy.parallel.tensor = 4;
    strategy.parallel.sequence = true;
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: model.heads: is 6, which is not divisible by parallel.tensor 4"}));
    strategy.model->heads = 16;
    strategy.model->kvHeads = 5;
    strategy.model->sequence = 1001;
    EXPECT_EQ(
        problemsIn(strategy),
        (Lines{"f.yaml: model.kv_heads: is 5, and model.heads 16 must be a multiple of it",
               "f.yaml: model.sequence: is 1001, which is not divisible by parallel.tensor 4"}));
}

TEST(Check, ExpertsNeedAModelThatHasThem)
{
    Strategy strategy = sound();
    strategy.model = Model{.layers = 8};
    strategy.parallel.expert = 3;
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: parallel.expert: is 3, and the model has no experts; give "
                     "model.experts or 1"}));
    strategy.model->experts = 8;
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: model.experts_per_token: must be from 1 to model.experts 8, not 0",
                     "f.yaml: parallel.expert: is 3, and model.experts 8 is not divisible by it"}));
    strategy.model->expertsPerToken = 2;
    strategy.parallel.expert = 4;
    strategy.parallel.data = 2;
    EXPECT_EQ(
        problemsIn(strategy),
        (Lines{"f.yaml: parallel.expert: is 4, and the 2 devices of a pipeline rank (tensor x "
               "context x data) are not divisible by it"}));
    strategy.parallel.data = 4;
    EXPECT_EQ(problemsIn(strategy), Lines{});
}

TEST(Check, Costs)
{
    using plan::Nanoseconds;
    Strategy strategy = sound();
    strategy.costs->stages.assign(3, strategy.costs->stages.front());
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: costs: are given for 3 stages, and there are 4 (parallel.pipeline x "
                     "parallel.chunks)"}));
    strategy.costs->stages.assign(1, {});
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: costs: are all 0, so a step has no length; give one part a time"}));
    // A wait is a length, whichever ops the backward is made of.
    strategy.costs->stages.front().backwardWait = Nanoseconds{50};
    EXPECT_FALSE(problemsIn(strategy).empty());
    strategy.costs->stages.front().inputGradWait = Nanoseconds{50};
    EXPECT_EQ(problemsIn(strategy), Lines{});
    strategy.costs->stages.assign(1, {});
    strategy.costs->stages.front().forward = Nanoseconds{-1};
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: costs: must lie between 0 and 1000000000000 us, of every stage"}));
    // 4 ranks x 8 microbatches x 10^15 ns fit 63 bits; x 1024 microbatches do not.
    strategy.costs->stages.front().forward = Nanoseconds{1'000'000'000'000'000};
    EXPECT_EQ(problemsIn(strategy), Lines{});
    strategy.batch.global = 1024;
    EXPECT_EQ(problemsIn(strategy),
              (Lines{"f.yaml: costs: add up to more than 95 years a step; give smaller ones"}));
}

TEST(Check, MarksTheOptionThatDoesNotFit)
{
    Strategy strategy = sound();
    strategy.costs.reset();
    strategy.schedule.name = "zb-auto";
    strategy.schedule.options = {.maxInFlight = 1};
    strategy.parallel.chunks = 2;
    const auto problems = check(strategy).problems;
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems.front().key, "schedule.max_in_flight");
    strategy.schedule.name = "interleaved";
    strategy.schedule.options = {.group = 1000};
    ASSERT_EQ(check(strategy).problems.size(), 1u);
    EXPECT_EQ(check(strategy).problems.front().key, "schedule.group");
}

TEST(Check, WarnsOfWhatRunsButDisappoints)
{
    Strategy strategy = sound();
    strategy.costs.reset();
    strategy.batch.global = 2;
    strategy.schedule.name = "interleaved";
    strategy.parallel.chunks = 1;
    strategy.schedule.options.maxInFlight = 3;
    strategy.model = Model{.layers = 8};
    strategy.parallel.tensor = 2;
    Lines keys;
    for (const Problem& warning : check(strategy).warnings)
        keys.push_back(warning.key);
    EXPECT_EQ(keys,
              (Lines{"batch.global", "parallel.chunks", "schedule.max_in_flight",
                     "parallel.sequence", "model.vocab"}));
    EXPECT_EQ(linesOf(check(strategy).warnings).front(),
              "f.yaml: batch.global: gives 2 microbatches to 4 pipeline ranks: the pipeline never "
              "fills; raise batch.global or lower batch.micro");
}

// Whatever the numbers: no crash, no overflow (under the sanitizer), an answer at once.
TEST(Check, ExtremeNumbersAreAnswered)
{
    for (const int extreme : {INT_MIN, -1, 0, 1, 65536, 1 << 20, 1 << 24, 1 << 30, INT_MAX}) {
        Strategy strategy;
        strategy.model = Model{.layers = extreme,
                               .hidden = extreme,
                               .heads = extreme,
                               .kvHeads = extreme,
                               .sequence = extreme,
                               .experts = extreme};
        for (int Parallel::*member : {&Parallel::tensor, &Parallel::pipeline, &Parallel::chunks,
                                      &Parallel::context, &Parallel::expert, &Parallel::data})
            strategy.parallel.*member = extreme;
        strategy.batch = {.micro = extreme, .global = extreme};
        strategy.cluster.devices = extreme;
        strategy.schedule.options.group = extreme;
        EXPECT_GE(microbatches(strategy), 1);
        EXPECT_GE(dataParallel(strategy), 1);
        EXPECT_GE(activationBytes(strategy), 1u);
        EXPECT_FALSE(check(strategy).problems.empty() && extreme != 1) << extreme;
    }
}

// One replica is predicted for all: that they are not alike is said, and only then.
TEST(Check, WhatIsNotAlikeInAllReplicasIsSaid)
{
    const auto keysOf = [](const Strategy& strategy) {
        std::vector<std::string> keys;
        for (const Problem& warning : check(strategy).warnings)
            keys.push_back(warning.key);
        return keys;
    };
    const auto has = [&keysOf](const Strategy& strategy, const std::string& key) {
        const auto keys = keysOf(strategy);
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    Strategy slow = sound();
    slow.costs->rankFactors = {1, 1.3, 1, 1};
    EXPECT_FALSE(has(slow, "costs.rank_factors"));
    slow.parallel.data = 256;
    slow.batch.global = 2048;
    slow.cluster.devices = 1024;
    EXPECT_TRUE(has(slow, "costs.rank_factors"));
    slow.costs->rankFactors = {1, 1, 1, 1};
    EXPECT_FALSE(has(slow, "costs.rank_factors"));

    Strategy nodes = sound();
    nodes.costs.reset();
    nodes.model = Model{};
    nodes.model->layers = 8;
    nodes.model->hidden = 1024;
    nodes.model->heads = 16;
    nodes.model->vocab = 32000;
    nodes.model->sequence = 1024;
    nodes.parallel.tensor = 2;
    nodes.parallel.data = 3; // groups of six
    nodes.batch.global = 24;
    nodes.cluster.devices = 24;
    nodes.cluster.devicesPerNode = 8;
    EXPECT_TRUE(has(nodes, "cluster.devices_per_node"));
    nodes.cluster.devicesPerNode = 6;
    EXPECT_FALSE(has(nodes, "cluster.devices_per_node"));
    nodes.cluster.devicesPerNode = 24; // all of it is one node
    EXPECT_FALSE(has(nodes, "cluster.devices_per_node"));
    nodes.cluster.devicesPerNode = 8;
    nodes.parallel.order = RankOrder::TensorPipelineData; // groups of eight
    EXPECT_FALSE(has(nodes, "cluster.devices_per_node"));
}

} // namespace
} // namespace strategy
