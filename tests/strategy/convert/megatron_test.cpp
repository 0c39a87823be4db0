// What the keys of Megatron's family mean, trap by trap.

#include "tests/strategy/convert/fixture_files.h"

namespace strategy {
namespace {

constexpr const char* kModel
    = "--num-layers 32 --hidden-size 1024 --num-attention-heads 16 "
      "--seq-length 1024 --max-position-embeddings 1024 --vocab-size 50304 "
      "--attention-dropout 0 --hidden-dropout 0 --micro-batch-size 1 ";
constexpr const char* kLaunch = "torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py ";

ImportResult arguments(const std::string& more, const char* format = "megatron-args")
{
    return findFormat(format)->import({kLaunch + std::string(kModel) + more, {}});
}

Strategy strategyOf(const std::string& more, const char* format = "megatron-args")
{
    const ImportResult result = arguments(more, format);
    EXPECT_TRUE(result.strategy) << more << '\n' << told(result);
    return result.strategy.value_or(Strategy{});
}

// The key and sentence of the only problem.
std::string problemOf(const std::string& more, const char* format = "megatron-args")
{
    const ImportResult result = arguments(more, format);
    EXPECT_EQ(result.problems.size(), 1u) << more << '\n' << told(result);
    return result.problems.empty() ? "" : told(result);
}

TEST(MegatronArgs, LayersAChunkBecomeChunksOrAreRefused)
{
    const Strategy strategy
        = strategyOf("--pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage 2 "
                     "--global-batch-size 16");
    EXPECT_EQ(strategy.parallel.chunks, 4);
    EXPECT_EQ(strategy.schedule.name, "interleaved");
    EXPECT_NE(
        problemOf("--pipeline-model-parallel-size 4 "
                  "--num-layers-per-virtual-pipeline-stage 3 --global-batch-size 16")
            .find("--num-layers-per-virtual-pipeline-stage: is 3, and 32 layers are not divisible"),
        std::string::npos);
    EXPECT_EQ(
        strategyOf("--pipeline-model-parallel-size 4 --num-virtual-stages-per-pipeline-rank 2 "
                   "--global-batch-size 16")
            .parallel.chunks,
        2);
    EXPECT_NE(problemOf("--pipeline-model-parallel-size 4 --num-virtual-stages-per-pipeline-rank 2 "
                        "--num-layers-per-virtual-pipeline-stage 4 --global-batch-size 16")
                  .find("both given"),
              std::string::npos);
    // One chunk is no interleaving.
    EXPECT_EQ(strategyOf("--pipeline-model-parallel-size 4 "
                         "--num-layers-per-virtual-pipeline-stage 8 --global-batch-size 16")
                  .schedule.name,
              "1f1b");
}

TEST(MegatronArgs, TheFormOfTheTargetIsWritten)
{
    const Strategy strategy
        = strategyOf("--pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage 2 "
                     "--global-batch-size 16");
    const auto text = [&](const char* name) { return findFormat(name)->write(strategy, {}).text; };
    EXPECT_NE(text("megatron-args").find("--num-layers-per-virtual-pipeline-stage 2\n"),
              std::string::npos);
    EXPECT_NE(text("mindspeed-rl").find("num_layers_per_virtual_pipeline_stage: 2\n"),
              std::string::npos);
    for (const char* name : {"nemo-yaml", "megatron-bridge", "megatron-yaml"})
        EXPECT_NE(text(name).find("virtual_pipeline_model_parallel_size: 4\n"), std::string::npos)
            << name;
}

TEST(MegatronArgs, ExpertsDoNotDivideTheReplicas)
{
    const Strategy strategy
        = strategyOf("--tensor-model-parallel-size 4 --expert-model-parallel-size 8 "
                     "--num-experts 8 --moe-router-topk 2 --global-batch-size 8");
    EXPECT_EQ(dataParallel(strategy), 2); // 8 devices / 4, whatever the experts
    EXPECT_EQ(strategy.parallel.expert, 8);
}

TEST(MegatronArgs, UnevenStagesBecomeLayersPerStage)
{
    using List = std::vector<int>;
    const std::string four = "--pipeline-model-parallel-size 4 --global-batch-size 16 ";
    EXPECT_EQ(strategyOf(four
                         + "--decoder-first-pipeline-num-layers 6 "
                           "--decoder-last-pipeline-num-layers 6")
                  .parallel.layersPerStage,
              (List{6, 10, 10, 6}));
    EXPECT_EQ(strategyOf(four + "--pipeline-model-parallel-layout 'Et*7|(t*9|)*2t*7,L'")
                  .parallel.layersPerStage,
              (List{7, 9, 9, 7}));
    // A stage of the loss alone, or of the embedding; one between them has a layer.
    EXPECT_EQ(strategyOf(four + "--pipeline-model-parallel-layout 'Et*10|(t*11|)*2L'")
                  .parallel.layersPerStage,
              (List{10, 11, 11, 0}));
    EXPECT_EQ(strategyOf(four + "--pipeline-model-parallel-layout 'E|(t*16|)*2L'")
                  .parallel.layersPerStage,
              (List{0, 16, 16, 0}));
    EXPECT_TRUE(strategyOf(four + "--pipeline-model-parallel-layout 'Et*16||t*16|L'")
                    .parallel.layersPerStage.empty());
    EXPECT_TRUE(strategyOf(four + "--pipeline-model-parallel-layout 'E(t*8|)*3t*8,L'")
                    .parallel.layersPerStage.empty());
    EXPECT_EQ(strategyOf(four
                         + "--num-layers 30 --account-for-embedding-in-pipeline-split "
                           "--account-for-loss-in-pipeline-split")
                  .parallel.layersPerStage,
              (List{7, 8, 8, 7}));
    EXPECT_NE(problemOf(four + "--pipeline-model-parallel-layout 'Et|x|L'").find("layout"),
              std::string::npos);
    EXPECT_NE(
        problemOf(four + "--pipeline-model-parallel-layout 'Et*8|t*8|t*8|t*7L'").find("layout"),
        std::string::npos);
}

TEST(MegatronArgs, TheVocabularyIsPaddedAndSaid)
{
    const ImportResult result
        = arguments("--vocab-size 50257 --tensor-model-parallel-size 8 --global-batch-size 1");
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->model->vocab, 51200); // 50 * 128 * 8
    EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Approximated, "--vocab-size"));
    EXPECT_EQ(
        strategyOf("--vocab-size 50257 --make-vocab-size-divisible-by 1 --global-batch-size 8")
            .model->vocab,
        50257);
}

TEST(MegatronArgs, NumbersInOtherNotationsAreRefusedWithTheirLine)
{
    for (const char* number : {"010", "0x10", "8.0", "1e3", "1_000", "yes", "4294967296",
                               "99999999999999999999", "-8", ""}) {
        const ImportResult result
            = findFormat("megatron-args")
                  ->import({kLaunch + std::string(kModel) + "\\\n  --tensor-model-parallel-size '"
                                + number + "'\n",
                            {}});
        ASSERT_FALSE(result.problems.empty()) << number;
        EXPECT_EQ(result.problems[0].line, 2) << number;
        EXPECT_EQ(result.problems[0].key, "--tensor-model-parallel-size") << number;
    }
    // argparse takes a float in any notation, and the last of two.
    const Strategy strategy = strategyOf("--lr 1e3 --lr 1e-3 --global-batch-size 8");
    EXPECT_EQ(strategy.training.learningRate, 1e-3);
}

TEST(MegatronArgs, AProblemOfTheWholeNamesTheFlag)
{
    EXPECT_NE(problemOf("--tensor-model-parallel-size 16 --global-batch-size 8")
                  .find("file:1: torchrun --nnodes: (cluster.devices)"),
              std::string::npos);
    EXPECT_NE(problemOf("--tensor-model-parallel-size 2 --global-batch-size 9")
                  .find("--global-batch-size: (batch.global) is 9, which is not divisible"),
              std::string::npos);
}

TEST(MegatronArgs, TheLastOfAFlagCountsWhateverItIs)
{
    const ImportResult open = arguments("--tensor-model-parallel-size 4 --global-batch-size 8 "
                                        "--tensor-model-parallel-size $(nproc)");
    ASSERT_TRUE(open.strategy) << told(open);
    EXPECT_EQ(open.strategy->parallel.tensor, 1);
    EXPECT_TRUE(hasRemark(open.remarks, Remark::Kind::Unresolved, "--tensor-model-parallel-size"));
    EXPECT_TRUE(hasRemark(open.remarks, Remark::Kind::Ignored, "--tensor-model-parallel-size"));
    const ImportResult known
        = arguments("--tensor-model-parallel-size $(nproc) --global-batch-size 8 "
                    "--tensor-model-parallel-size 4");
    ASSERT_TRUE(known.strategy) << told(known);
    EXPECT_EQ(known.strategy->parallel.tensor, 4);
    for (const ImportResult* result : {&open, &known})
        for (const KeptKey& key : result->kept)
            EXPECT_NE(key.key, "--tensor-model-parallel-size");
    // What a batch system is asked for stands in for what is not known.
    EXPECT_EQ(findFormat("megatron-args")
                  ->import({"#SBATCH --nodes=4\ntorchrun --nproc_per_node 8 --nnodes $(hosts) "
                            "pretrain_gpt.py --global-batch-size 32 "
                                + std::string(kModel),
                            {}})
                  .strategy->cluster.devices,
              32);
}

TEST(MegatronArgs, ABlankBehindABackslashIsFound)
{
    const ImportResult result = arguments("--global-batch-size 8 \\ \n  --bf16\n");
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->precision.compute, Compute::Fp32);
    EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Ignored, "--bf16"));
}

TEST(MegatronArgs, AFlagWithoutAValueLeavesTheNextWordAlone)
{
    const ImportResult result = arguments("--bf16 $EXTRA --global-batch-size 8");
    ASSERT_TRUE(result.strategy);
    EXPECT_EQ(result.strategy->precision.compute, Compute::Bf16);
    EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Unresolved, "$EXTRA"));
}

TEST(MegatronArgs, DevicesMayBeThoseABatchSystemIsAskedFor)
{
    const ImportResult result = findFormat("megatron-args")
                                    ->import({"#!/bin/bash\n#SBATCH --nodes=4 --gpus-per-node 8\n"
                                              "srun python pretrain_gpt.py --global-batch-size 32 "
                                                  + std::string(kModel),
                                              {}});
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->cluster.devices, 32);
    // The launcher knows better.
    EXPECT_EQ(findFormat("megatron-args")
                  ->import({"#SBATCH --nodes=4\n" + std::string(kLaunch) + "--global-batch-size 32 "
                                + kModel,
                            {}})
                  .strategy->cluster.devices,
              8);
}

TEST(MegatronArgs, AWarmUpMayBeAShareOfTheDecayOrOfTheRun)
{
    const std::string rest = "--global-batch-size 8 --lr 1e-4 --lr-warmup-fraction 0.1 ";
    const Training decays = strategyOf(rest + "--lr-decay-iters 1000 --train-iters 50").training;
    EXPECT_EQ(decays.warmupSteps, 100);
    EXPECT_EQ(decays.decaySteps, 900);
    const Training whole = strategyOf(rest + "--train-iters 50").training;
    EXPECT_EQ(whole.warmupSteps, 5);
    EXPECT_EQ(whole.decaySteps, 0);
}

TEST(MegatronArgs, ARampOfTheBatchIsSaid)
{
    const ImportResult result
        = arguments("--global-batch-size 64 --rampup-batch-size 16 16 300000");
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Approximated, "--rampup-batch-size"));
    const std::string text = findFormat("megatron-args")->write(*result.strategy, result.kept).text;
    EXPECT_NE(text.find("--rampup-batch-size 16 16 300000\n"), std::string::npos);
}

TEST(MegatronArgs, OnlyTorchrunsOwnArgumentsAreTaken)
{
    const std::string inside
        = "python -u `pwd`/pretrain_gpt.py --global-batch-size 8 " + std::string(kModel);
    const ImportResult slurm = findFormat("megatron-args")
                                   ->import({"options=\"" + inside
                                                 + "\"\nsrun -l --output=/logs/%x.log sh -c "
                                                   "\"${options}\"\n",
                                             {}});
    ASSERT_TRUE(slurm.strategy) << told(slurm);
    EXPECT_EQ(slurm.strategy->model->layers, 32);
    EXPECT_TRUE(hasRemark(slurm.remarks, Remark::Kind::Ignored, "srun"));
    for (const KeptKey& key : slurm.kept)
        EXPECT_EQ(key.key.find("output"), std::string::npos);

    const ImportResult module
        = findFormat("megatron-args")
              ->import({"python -m torch.distributed.launch --nproc_per_node 4 --nnodes 2 "
                        "pretrain_gpt.py --global-batch-size 8 "
                            + std::string(kModel),
                        {}});
    ASSERT_TRUE(module.strategy) << told(module);
    EXPECT_EQ(module.strategy->cluster.devices, 8);
    EXPECT_EQ(module.strategy->cluster.devicesPerNode, 4);
}

TEST(MegatronArgs, ShardingIsToldByItsFlags)
{
    const std::string batch = "--global-batch-size 8 ";
    EXPECT_EQ(strategyOf(batch).parallel.zero, 0);
    EXPECT_EQ(strategyOf(batch + "--use-distributed-optimizer").parallel.zero, 1);
    const std::string fsdp = batch + "--use-megatron-fsdp --data-parallel-sharding-strategy ";
    EXPECT_EQ(strategyOf(fsdp + "no_shard").parallel.zero, 0);
    EXPECT_EQ(strategyOf(fsdp + "optim_grads").parallel.zero, 2);
    EXPECT_EQ(strategyOf(fsdp + "optim_grads_params").parallel.zero, 3);
    EXPECT_NE(problemOf(fsdp + "everything").find("must be one of"), std::string::npos);
}

TEST(MegatronArgs, WhatAScriptRunsIsNeverWrittenBack)
{
    const ImportResult result
        = arguments("--save $(touch /tmp/x) --load `id` --global-batch-size 8 "
                    "--note 'a;b $(id) `id`'");
    ASSERT_TRUE(result.strategy) << told(result);
    const std::string text = findFormat("megatron-args")->write(*result.strategy, result.kept).text;
    EXPECT_EQ(text.find("touch"), std::string::npos);
    EXPECT_NE(text.find("--note 'a;b $(id) `id`'\n"), std::string::npos); // in single quotes
}

TEST(MegatronArgs, LayersWithExpertsMayBeListed)
{
    const auto pattern = [](const std::string& frequency) {
        const Strategy strategy
            = strategyOf("--num-experts 8 --moe-router-topk 2 --moe-layer-freq '" + frequency
                         + "' --global-batch-size 8");
        return std::pair(strategy.model->denseLayers, strategy.model->expertEvery);
    };
    EXPECT_EQ(pattern("1"), std::pair(0, 1));
    EXPECT_EQ(pattern("2"), std::pair(0, 2));
    EXPECT_EQ(pattern("([0]*3+[1]*29)"), std::pair(3, 1));
    EXPECT_EQ(pattern("([0,1]*16)"), std::pair(1, 2));
    for (const char* wrong : {"([0]*3+[1]*28)", "[2]*32", "__import__", "([1]*99999999)", "0"})
        EXPECT_NE(problemOf("--num-experts 8 --moe-router-topk 2 --global-batch-size 8 "
                            "--moe-layer-freq '"
                            + std::string(wrong) + "'")
                      .find("--moe-layer-freq"),
                  std::string::npos)
            << wrong;
}

} // namespace
} // namespace strategy
