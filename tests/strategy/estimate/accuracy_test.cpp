// Published runs: how they are read, and how near the estimates are.

#include "engine/strategy/estimate/accuracy.h"
#include "engine/strategy/estimate/decisions.h"
#include "tests/sanitizer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace strategy {
namespace {

constexpr const char* kColumns
    = "uid,family,model,layers,hidden,heads,kv_heads,ffn,gated_mlp,vocab,tied_emb,seq,experts,topk,"
      "gpu,n_gpus,gpus_per_node,dtype,TP,PP,VPP,CP,EP,DP,ZeRO,SP,recompute,MBS,GBS,"
      "num_microbatches,schedule,step_time_s,peak_mem,mem_unit,mem_kind\n";

plan::Result<std::vector<PublishedRun>> read(const std::string& rows)
{
    return readPublishedRuns(kColumns + rows);
}

TEST(PublishedRuns, ARowBecomesAStrategy)
{
    const auto runs
        = read("x,Mine,\"a, b\",80,8192,64,8,28672,1,128256,0,8192,,,H100 SXM,64,8,bf16,"
               "4,4,5,2,1,2,1,1,selective,1,128,64,1F1B-interleaved,14.7,60.5,GiB,x\n");
    ASSERT_TRUE(runs);
    const PublishedRun& run = runs->front();
    EXPECT_EQ(run.whyNot, "");
    EXPECT_EQ(run.model, "a, b");
    const Strategy& s = run.strategy;
    EXPECT_EQ(s.cluster.device, "h100");
    EXPECT_EQ(s.parallel.chunks, 5);
    EXPECT_EQ(s.schedule.name, "interleaved");
    EXPECT_EQ(microbatches(s), 64);
    EXPECT_EQ(s.model->kvHeads, 8);
    EXPECT_DOUBLE_EQ(*run.stepSeconds, 14.7);
    EXPECT_DOUBLE_EQ(*run.peakBytes, 60.5 * (1 << 30));
}

TEST(PublishedRuns, WhatContradictsItselfIsSaid)
{
    const auto runs = read("x,Mine,m,8,1024,16,,,,50304,,1024,,,A100-80GB,16,8,bf16,"
                           "2,2,1,1,1,8,0,0,none,1,16,4,1F1B,1,,,\n");
    ASSERT_TRUE(runs);
    EXPECT_EQ(runs->front().strategy.parallel.data, 4);
    EXPECT_FALSE(runs->front().assumptions.empty());
}

TEST(PublishedRuns, WhatIsNoTableOrNoDeviceIsSaid)
{
    EXPECT_FALSE(readPublishedRuns(""));
    EXPECT_FALSE(readPublishedRuns("a,b\n1,2\n"));
    const auto shorter = read("x,Mine,m\n");
    ASSERT_FALSE(shorter);
    EXPECT_NE(shorter.error().message.find("line 2"), std::string::npos);
    const auto strange = read("x,Mine,m,8,1024,16,,,,50304,,1024,,,Abacus,16,8,bf16,"
                              "2,2,1,1,1,4,0,0,none,1,16,4,1F1B,1,,,\n");
    ASSERT_TRUE(strange);
    EXPECT_NE(strange->front().whyNot.find("Abacus"), std::string::npos);
}

// A size of nothing, or of more than there can be, ends neither in a division nor in a long list.
TEST(PublishedRuns, ImpossibleSizesAndTimesAreSaid)
{
    for (const char* family : {"Zero Bubble", "Megatron-Core H100", "Mine"}) {
        const auto row = [&](const char* pipeline, const char* seconds) {
            return read(std::string("x,") + family
                        + ",m,8,1024,16,,,,50304,,1024,,,A100-80GB,16,8,bf16,2," + pipeline
                        + ",100000,1,1,8,0,0,none,1,16,4,1F1B-interleaved," + seconds + ",,,\n");
        };
        for (const char* pipeline : {"0", "-3", "100000"}) {
            const auto runs = row(pipeline, "1");
            ASSERT_TRUE(runs);
            EXPECT_NE(runs->front().whyNot.find("PP"), std::string::npos) << family << pipeline;
        }
        EXPECT_NE(row("1", "1e300")->front().whyNot.find("step_time_s"), std::string::npos);
    }
}

// On the exact-configuration families: 5 % on average in time and in memory, and what a known
// planner reaches on its own points.
TEST(Accuracy, OnPublishedRuns)
{
    std::ifstream in(BUBBLESCOPE_PUBLISHED_RUNS);
    ASSERT_TRUE(in) << BUBBLESCOPE_PUBLISHED_RUNS;
    std::stringstream text;
    text << in.rdbuf();
    const auto runs = readPublishedRuns(text.str());
    ASSERT_TRUE(runs);
    EXPECT_GT(runs->size(), 400u);
    const auto families = byFamily(accuracyOf(*runs));
    const auto isExact = [](const std::string& family) {
        for (const char* exact :
             {"Megatron SC21", "Korthikanti", "Zero Bubble", "NVIDIA dgxc", "SimuMax", "Sailor",
              "BigScience", "Vocab", "MLPerf", "MosaicML", "torchtitan"})
            if (family.starts_with(exact))
                return true;
        return false;
    };
    double time = 0;
    double memory = 0;
    int times = 0;
    int memories = 0;
    for (const GroupAccuracy& family : families) {
        if (!isExact(family.name))
            continue;
        time += family.meanTime * family.times;
        times += family.times;
        memory += family.meanMemory * family.memories;
        memories += family.memories;
        if (family.name.starts_with("Korthikanti")) {
            EXPECT_LE(family.meanTime, 0.0365);
        }
    }
    EXPECT_GT(times, 300);
    EXPECT_GT(memories, 120);
    EXPECT_LE(time / times, 0.05);
    EXPECT_LE(memory / memories, 0.05);
}

// The headline figures: of runs that nothing was fitted to. Whoever makes them worse sees it here.
TEST(Accuracy, OnFamiliesThatWereLeftOut)
{
    if (tests::kAddressSanitizer || tests::kThreadSanitizer)
        GTEST_SKIP() << "a fit for each family takes minutes under a sanitizer; fit_test.cpp has "
                        "small ones";
    std::ifstream in(BUBBLESCOPE_PUBLISHED_RUNS);
    std::stringstream text;
    text << in.rdbuf();
    const auto runs = readPublishedRuns(text.str());
    ASSERT_TRUE(runs);
    auto accuracies = accuracyOf(*runs);
    leaveFamiliesOut(accuracies);
    const GroupAccuracy all = ofAll(accuracies);
    EXPECT_EQ(all.leftOut, all.times);
    EXPECT_LE(all.meanLeftOut, 0.056);
    const auto left = leftOutOf(accuracies);
    const auto coverage = intervalCoverage(left);
    ASSERT_TRUE(coverage);
    EXPECT_GE(*coverage, 0.75);
    EXPECT_LE(*coverage, 0.85);
    const Decisions decisions = decisionsOf(accuracies);
    EXPECT_GE(decisions.right, 0.93 * decisions.pairs);
    EXPECT_LE(decisions.regret, 0.05);
    // The table that the program carries is that of these runs.
    ASSERT_EQ(leftOutRuns().size(), left.size());
    for (std::size_t i = 0; i < left.size(); ++i)
        EXPECT_NEAR(leftOutRuns()[i].error, left[i].error, 0.002) << left[i].family;
}

} // namespace
} // namespace strategy
