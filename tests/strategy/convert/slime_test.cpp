// What slime sets before Megatron-LM sees its arguments: read as it is, and said.

#include "tests/strategy/convert/fixture_files.h"

namespace strategy {
namespace {

constexpr const char* kSlimeModel = "--num-layers 32 --hidden-size 1024 --num-attention-heads 16 "
                                    "--vocab-size 50304 --global-batch-size 64 ";
constexpr const char* kSlimeRollout = "--rollout-batch-size 8 --n-samples-per-prompt 8 ";

ImportResult slimeImport(const std::string& more)
{
    return findFormat("megatron-args")
        ->import({"python3 train.py --actor-num-nodes 1 --actor-num-gpus-per-node 8 "
                      + std::string(kSlimeModel) + kSlimeRollout + more,
                  {}});
}

TEST(Slime, TakesWhatItSetsByItself)
{
    const ImportResult result = slimeImport("");
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->precision.compute, Compute::Bf16);
    EXPECT_EQ(result.strategy->parallel.zero, 1);
    EXPECT_EQ(result.strategy->batch.micro, 1);
    EXPECT_EQ(result.strategy->model->sequence, 4096);
    EXPECT_EQ(result.strategy->cluster.devices, 8);
    for (const char* key : {"bf16", "use_distributed_optimizer", "seq_length"})
        EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Assumed, key)) << key;
}

TEST(Slime, WhatIsWrittenCounts)
{
    const ImportResult result = slimeImport("--fp16 --seq-length 1024 --micro-batch-size 2");
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->precision.compute, Compute::Fp16);
    EXPECT_EQ(result.strategy->model->sequence, 1024);
    EXPECT_EQ(result.strategy->batch.micro, 2);
    for (const char* key : {"bf16", "seq_length", "micro_batch_size"})
        EXPECT_FALSE(hasRemark(result.remarks, Remark::Kind::Assumed, key)) << key;
}

TEST(Slime, WhatIsAddedStandsOnTheLineOfTheKeyThatTellsIt)
{
    for (const char* key : {"--rollout-batch-size 8", "--actor-num-nodes 1", "--num-rollout 100"}) {
        const ImportResult result
            = findFormat("megatron-args")
                  ->import({"torchrun --nproc_per_node 8 --nnodes 1 train.py \\\n"
                                + std::string(kSlimeModel) + "\\\n" + key + '\n',
                            {}});
        ASSERT_TRUE(result.strategy) << key << told(result);
        const auto added = std::find_if(result.remarks.begin(), result.remarks.end(),
                                        [](const Remark& one) { return one.key == "bf16"; });
        ASSERT_NE(added, result.remarks.end()) << key;
        EXPECT_EQ(added->line, 3) << key;
    }
}

TEST(Slime, OthersArgumentsGetNoneOfIt)
{
    const ImportResult result
        = findFormat("megatron-args")
              ->import(
                  {"torchrun --nproc_per_node 8 pretrain_gpt.py " + std::string(kSlimeModel), {}});
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->precision.compute, Compute::Fp32);
    EXPECT_EQ(result.strategy->parallel.zero, 0);
}

TEST(Slime, ComesBackTheSame)
{
    const Format& format = *findFormat("megatron-args");
    const ImportResult first = slimeImport("--tensor-model-parallel-size 2");
    ASSERT_TRUE(first.strategy) << told(first);
    const std::string text = format.write(*first.strategy, first.kept).text;
    const ImportResult again = format.import({text, {}});
    ASSERT_TRUE(again.strategy) << told(again) << text;
    EXPECT_EQ(*again.strategy, *first.strategy) << text;
}

} // namespace
} // namespace strategy
