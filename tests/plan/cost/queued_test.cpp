// What the host queues for collectives, what sequence parallelism gathers, and what the software
// of a device keeps of its memory.

#include "engine/plan/cost/collective_time.h"
#include "engine/plan/cost/layer_time.h"
#include "engine/plan/cost/step_memory.h"
#include "tests/plan/cost/llama_job.h"

#include <gtest/gtest.h>

namespace plan {
namespace {

// Of a stage that is bound by its host, in launches.
double launchesOf(const Job& job, int ranks, OpKind op)
{
    Job bound = job;
    bound.machine.efficiency.launch = 1; // a second each
    return 1e-9 * double(pipelineCosts(bound, ranks, 4).stages[0].of(op).count());
}

TEST(Launches, GathersOfZero3AreQueued)
{
    Job job = llamaJob(1);
    job.cut.data = 8;
    const double plain = launchesOf(job, 2, OpKind::Forward);
    const double backward = launchesOf(job, 2, OpKind::InputGrad);
    job.cut.zero = 3;
    EXPECT_NEAR(launchesOf(job, 2, OpKind::Forward) - plain, 16, 1e-6);
    EXPECT_NEAR(launchesOf(job, 2, OpKind::InputGrad) - backward, 32, 1e-6);
    job.cut.reshard = false; // once for all four microbatches, each way
    EXPECT_NEAR(launchesOf(job, 2, OpKind::Forward) - plain, 4, 1e-6);
    EXPECT_NEAR(launchesOf(job, 2, OpKind::InputGrad) - backward, 4, 1e-6);
}

TEST(Launches, TokensToOtherRanksAreQueued)
{
    Job job = llamaJob(1);
    job.model.experts = {.count = 8, .perToken = 2, .ffn = 14336};
    const LayerTime alone = LayerTimes(job).layer(true);
    job.cut.data = job.cut.expert = 8;
    const LayerTime sent = LayerTimes(job).layer(true);
    EXPECT_EQ(sent.forward.launches, alone.forward.launches + 2);
    EXPECT_EQ(sent.inputGrad.launches, alone.inputGrad.launches + 2);
}

// The input of a product that is cut by columns is gathered a second time, for the gradient of its
// weights: of a layer twice, and of nothing that tensor ranks do not share.
TEST(SequenceParallelism, GathersAgainForTheGradientOfTheWeights)
{
    Job job = llamaJob(8);
    job.machine.efficiency.tensorHidden = 0; // all of it is seen
    const LayerTime time = LayerTimes(job).layer(false);
    const CollectiveTime collectives(job.machine);
    const double bytes = 2.0 * job.model.sequence * job.model.hidden;
    const double each = collectives.allGather(bytes, {8, 8, false});
    EXPECT_NEAR(time.forward.exposed, 4 * each, 1e-9);
    EXPECT_NEAR(time.inputGrad.exposed, 6 * each, 1e-9);
    job.cut.sequence = false;
    EXPECT_NEAR(LayerTimes(job).layer(false).inputGrad.exposed,
                2 * collectives.allReduce(bytes, {8, 8, false}), 1e-9);
}

RankMemory memoryOf(const Job& job)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = job.cut.pipeline, .microbatches = 4});
    const auto split = splitLayers(job.model.layers, schedule->shape, schedule->placement);
    return stepMemory(job, *schedule, *split).front();
}

TEST(Communicators, OneForEachGroupAndOneForAllRanks)
{
    Job job = llamaJob(1);
    job.machine.communicatorBytes = 1000;
    EXPECT_EQ(memoryOf(job).communicators, 0);
    job.cut.data = 8; // which are all
    EXPECT_EQ(memoryOf(job).communicators, 1000);
    job.cut.pipeline = 4;
    EXPECT_EQ(memoryOf(job).communicators, 3000);
    job.cut.tensor = job.cut.expertTensor = 2;
    EXPECT_EQ(memoryOf(job).communicators, 4000);
    job.cut.zero = 1;
    job.cut.shard = 4; // of 8: two groups of shards
    EXPECT_EQ(memoryOf(job).communicators, 5000);
    job.model.experts = {.count = 8, .perToken = 2, .ffn = 14336};
    job.cut.expert = 4;
    EXPECT_EQ(memoryOf(job).communicators, 6000);
}

TEST(Buckets, AreOfASizeOrOfWhatIsHeld)
{
    Job job = llamaJob(1);
    const RankMemory none = memoryOf(job);
    EXPECT_EQ(none.buckets, 0);
    job.buckets = {.reduceBytes = 1e9, .gatherBytes = 4e8};
    EXPECT_EQ(memoryOf(job).buckets, 1e9); // nothing is gathered
    EXPECT_NEAR(memoryOf(job).peak(), none.peak() + 1e9, 1);
    job.cut.zero = 1;
    EXPECT_EQ(memoryOf(job).buckets, 1.4e9);
    job.cut.zero = 0;
    job.buckets = {.perWeight = 2};
    EXPECT_EQ(memoryOf(job).buckets, 0); // nobody to sum with
    job.cut.data = 2;
    EXPECT_NEAR(memoryOf(job).buckets, memoryOf(job).weights, 1); // weights of 16 bits
}

TEST(RankMemory, WhatElseThereIsIsTheSumOfItsParts)
{
    Job job = llamaJob(2);
    job.cut.data = 2;
    job.cut.zero = 3;
    job.machine.frameworkBytes = 2e9;
    job.machine.fragmentation = 0.03;
    job.machine.communicatorBytes = 2e8;
    job.buckets = {.reduceBytes = 1e9, .perWeight = 2};
    const RankMemory memory = memoryOf(job);
    double sum = 0;
    for (const OtherMemory& part : kOtherMemory) {
        EXPECT_GT(memory.*part.bytes, 0) << part.key;
        sum += memory.*part.bytes;
    }
    EXPECT_NEAR(memory.other(), sum, 1);
}

} // namespace
} // namespace plan
