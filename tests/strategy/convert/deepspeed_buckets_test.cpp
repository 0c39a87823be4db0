// The buffers that DeepSpeed reduces and gathers in: as large as its configuration says, in the
// strategy, in what it costs, and on the way back.

#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/cost_job.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

ImportResult zeroImport(int stage, const std::string& more, const std::string& type = "bf16")
{
    return kDeepSpeed.import({R"({"train_micro_batch_size_per_gpu": 1, ")" + type
                                  + R"(": {"enabled": true}, "zero_optimization": {"stage": )"
                                  + std::to_string(stage) + ",\n" + more + "}}",
                              {}});
}

plan::Buckets bucketsOf(Strategy strategy)
{
    strategy.model.emplace();
    return jobOf(strategy).buckets;
}

TEST(DeepSpeedBuckets, AreTheUsualOnesWhereNothingIsSaid)
{
    Strategy strategy;
    EXPECT_EQ(bucketsOf(strategy), plan::Buckets{}); // Megatron
    strategy.kernels.framework = Framework::DeepSpeed;
    EXPECT_EQ(bucketsOf(strategy), (plan::Buckets{1e9, 1e9, 0}));
    strategy.parallel.zero = 3; // 5e7 numbers are fetched ahead
    EXPECT_EQ(bucketsOf(strategy), (plan::Buckets{1e9, 1e8, 0}));
    strategy.precision.compute = Compute::Fp32;
    EXPECT_EQ(bucketsOf(strategy), (plan::Buckets{2e9, 2e8, 0}));
    strategy.parallel.zero = 1;
    strategy.parallel.reduceBucket = 1e8;
    strategy.parallel.gatherBucket = 2e8;
    EXPECT_EQ(bucketsOf(strategy), (plan::Buckets{4e8, 8e8, 0}));
    strategy.kernels.framework = Framework::Megatron;
    EXPECT_EQ(bucketsOf(strategy), plan::Buckets{});
}

TEST(DeepSpeedBuckets, AreReadAndComeBack)
{
    for (const int stage : {1, 2, 3}) {
        const std::string gather
            = stage == 3 ? "stage3_prefetch_bucket_size" : "allgather_bucket_size";
        const ImportResult result
            = zeroImport(stage, R"("reduce_bucket_size": 2e8, ")" + gather + "\": 5368709120");
        ASSERT_TRUE(result.strategy) << toText(result);
        EXPECT_EQ(result.strategy->parallel.reduceBucket, 2e8);
        EXPECT_EQ(result.strategy->parallel.gatherBucket, 5368709120.0);
        EXPECT_EQ(bucketsOf(*result.strategy), (plan::Buckets{4e8, 10737418240.0, 0}));
        EXPECT_EQ(toText(result.remarks).find("bucket"), std::string::npos)
            << toText(result.remarks);
        const ExportResult written = kDeepSpeed.write(*result.strategy, result.kept);
        EXPECT_NE(written.text.find("\"" + gather + "\": 5368709120"), std::string::npos)
            << written.text;
        const ImportResult again = kDeepSpeed.import({written.text, {}});
        ASSERT_TRUE(again.strategy) << written.text;
        EXPECT_EQ(again.strategy->parallel, result.strategy->parallel) << written.text;
    }
}

TEST(DeepSpeedBuckets, OfAnotherStageAreIgnored)
{
    const ImportResult third = zeroImport(3, R"("allgather_bucket_size": 2e8)");
    ASSERT_TRUE(third.strategy) << toText(third);
    EXPECT_EQ(third.strategy->parallel.gatherBucket, 0);
    EXPECT_TRUE(
        hasRemark(third.remarks, Remark::Kind::Ignored, "zero_optimization.allgather_bucket_size"));
    const ImportResult second = zeroImport(2, R"("stage3_prefetch_bucket_size": 2e8)");
    ASSERT_TRUE(second.strategy) << toText(second);
    EXPECT_EQ(second.strategy->parallel.gatherBucket, 0);
    EXPECT_TRUE(hasRemark(second.remarks, Remark::Kind::Ignored,
                          "zero_optimization.stage3_prefetch_bucket_size"));
    for (const ImportResult* one : {&second, &third}) // and come back as they were
        EXPECT_NE(kDeepSpeed.write(*one->strategy, one->kept).text.find("_bucket_size\": 2e8"),
                  std::string::npos);
}

TEST(DeepSpeedBuckets, WhatIsNoSizeIsRefusedAndAutoStaysOpen)
{
    for (const char* size : {"-1", "0.5", "1e13", "true", "\"many\""}) {
        const ImportResult result = zeroImport(2, "\"reduce_bucket_size\": " + std::string(size));
        EXPECT_FALSE(result.strategy) << size;
        EXPECT_NE(toText(result).find("f:2: zero_optimization.reduce_bucket_size: "),
                  std::string::npos)
            << toText(result);
    }
    EXPECT_EQ(zeroImport(2, R"("reduce_bucket_size": 0)").strategy->parallel.reduceBucket, 1);
    const ImportResult open
        = zeroImport(3, R"("reduce_bucket_size": "auto", "stage3_prefetch_bucket_size": "auto",
              "allgather_bucket_size": "auto")");
    ASSERT_TRUE(open.strategy) << toText(open);
    EXPECT_EQ(open.strategy->parallel.reduceBucket, 0);
    EXPECT_EQ(open.strategy->parallel.gatherBucket, 0);
    EXPECT_TRUE(
        hasRemark(open.remarks, Remark::Kind::Unresolved, "zero_optimization.reduce_bucket_size"));
    EXPECT_NE(
        kDeepSpeed.write(*open.strategy, open.kept).text.find(R"("reduce_bucket_size": "auto")"),
        std::string::npos);
}

TEST(DeepSpeedBuckets, OfAConfigurationThatAScriptNamesCount)
{
    const std::string script
        = "cat <<EOT > ds.json\n"
          "{\"train_micro_batch_size_per_gpu\": 1, \"zero_optimization\": {\"stage\": 1, "
          "\"reduce_bucket_size\": 1e8, \"allgather_bucket_size\": 3e8}}\n"
          "EOT\n"
          "deepspeed --num_nodes 1 --num_gpus 8 pretrain_gpt.py --num-layers 4 --hidden-size 1024 "
          "--num-attention-heads 16 --vocab-size 50304 --seq-length 1024 --micro-batch-size 1 "
          "--global-batch-size 8 --bf16 --deepspeed --deepspeed_config ds.json\n";
    const ImportResult result = findFormat("megatron-args")->import({script, {}});
    ASSERT_TRUE(result.strategy) << toText(result);
    EXPECT_EQ(jobOf(*result.strategy).buckets, (plan::Buckets{2e8, 6e8, 0}));
    EXPECT_EQ(result.strategy->kernels.framework, Framework::DeepSpeed);
}

} // namespace
} // namespace strategy
