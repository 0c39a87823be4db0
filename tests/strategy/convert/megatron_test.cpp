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
            .find("--num-layers-per-virtual-pipeline-stage: is 3, and 32 layers do not divide"),
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
                  .find("--global-batch-size: (batch.global) is 9, which does not divide"),
              std::string::npos);
}

TEST(MegatronArgs, ABlankBehindABackslashIsFound)
{
    const ImportResult result = arguments("--global-batch-size 8 \\ \n  --bf16\n");
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->precision.compute, "fp32");
    EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Ignored, "--bf16"));
}

TEST(MegatronArgs, AFlagWithoutAValueLeavesTheNextWordAlone)
{
    const ImportResult result = arguments("--bf16 $EXTRA --global-batch-size 8");
    ASSERT_TRUE(result.strategy);
    EXPECT_EQ(result.strategy->precision.compute, "bf16");
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

TEST(MindSpeed, NoopLayersAreNotLayersOfTheModel)
{
    const Strategy strategy = strategyOf("--pipeline-model-parallel-size 4 --noop-layers 0,31 "
                                         "--global-batch-size 16",
                                         "mindspeed-llm");
    EXPECT_EQ(strategy.model->layers, 30);
    EXPECT_EQ(strategy.parallel.layersPerStage, (std::vector<int>{7, 8, 8, 7}));
    for (const char* wrong : {"32", "1,1", "a", "1,,2", "01"})
        EXPECT_NE(problemOf("--pipeline-model-parallel-size 4 --global-batch-size 16 --noop-layers "
                                + std::string(wrong),
                            "mindspeed-llm")
                      .find("--noop-layers"),
                  std::string::npos)
            << wrong;
}

TEST(MindSpeedRl, OnlyPlainNamesInTheFolderAreRead)
{
    const std::string folder = std::string(CONVERT_FIXTURES) + "/mindspeed-rl";
    const auto problem = [&](const std::string& name) {
        const ImportResult result
            = findFormat("mindspeed-rl")
                  ->import({"actor_config:\n  model: " + name + "\n", folder});
        EXPECT_FALSE(result.strategy);
        return told(result);
    };
    for (const char* name :
         {"../../megatron-yaml/llama3_8b", "/etc/passwd", "a/b", "..", ".hidden", "\"x y\""})
        EXPECT_NE(problem(name).find("must be the plain name of a file in model/"),
                  std::string::npos)
            << name;
}

TEST(MindSpeedRl, ALinkOutOfTheFolderIsNotFollowed)
{
    const auto root = std::filesystem::path(testing::TempDir()) / "convert-links";
    std::filesystem::remove_all(root);
    std::filesystem::create_directories(root / "inside" / "model");
    const std::string model = std::string(CONVERT_FIXTURES) + "/mindspeed-rl/model/qwen25_7b.yaml";
    std::filesystem::copy_file(model, root / "outside.yaml");
    std::filesystem::create_symlink(root / "outside.yaml",
                                    root / "inside" / "model" / "qwen25_7b.yaml");
    const auto read = [&](const std::filesystem::path& folder) {
        return findFormat("mindspeed-rl")
            ->import({"actor_config: {model: qwen25_7b, micro_batch_size: 1}\n"
                      "megatron_training: {global_batch_size: 4}\n",
                      folder.string()});
    };
    EXPECT_FALSE(read(root / "inside").strategy);
    EXPECT_TRUE(read(std::string(CONVERT_FIXTURES) + "/mindspeed-rl").strategy);
    std::filesystem::remove_all(root);
}

TEST(MindSpeedRl, AModelsFileDoesNotUndoWhatIsWritten)
{
    const std::string folder = std::string(CONVERT_FIXTURES) + "/mindspeed-rl";
    const Format& format = *findFormat("mindspeed-rl");
    const ImportResult first = format.import(
        {"megatron_training: {global_batch_size: 4, bf16: true, seq_length: 512}\n"
         "actor_config: {model: wide_96, micro_batch_size: 1, pipeline_model_parallel_size: 4}\n",
         folder});
    ASSERT_TRUE(first.strategy) << told(first);
    EXPECT_EQ(first.strategy->parallel.layersPerStage, (std::vector<int>{23, 24, 24, 23}));
    const std::string text = format.write(*first.strategy, first.kept).text;
    const ImportResult second = format.import({text, folder});
    ASSERT_TRUE(second.strategy) << told(second) << text;
    EXPECT_EQ(*second.strategy, *first.strategy) << text;
}

TEST(MindSpeedRl, OtherRolesSayNothingAboutTraining)
{
    for (const Fixture& fixture : fixturesOf("mindspeed-rl")) {
        if (!fixture.path.ends_with("grpo_qwen25_7b.yaml"))
            continue;
        const ImportResult result = fixture.format->import({fixture.text, fixture.folder});
        ASSERT_TRUE(result.strategy);
        EXPECT_EQ(result.strategy->parallel.tensor, 4);
        EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Ignored,
                              "ref_config.tensor_model_parallel_size"));
        EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Ignored,
                              "generate_config.infer_tensor_parallel_size"));
        return;
    }
    FAIL() << "the fixture is not there";
}

TEST(NemoYaml, ReferencesAreFollowedAndTheRestIsUnresolved)
{
    const ImportResult result
        = findFormat("nemo-yaml")
              ->import(
                  {"trainer: {devices: 2, num_nodes: 1, precision: bf16}\n"
                   "model:\n  num_layers: 4\n  hidden_size: ${.width}\n  width: 256\n"
                   "  num_attention_heads: 4\n  ffn_hidden_size: ${multiply:4, ${.hidden_size}}\n"
                   "  encoder_seq_length: ${oc.env:LENGTH}\n  loop: ${.loop}\n"
                   "  micro_batch_size: 1\n  global_batch_size: 2\n",
                   {}});
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->model->hidden, 256);
    EXPECT_EQ(result.strategy->model->ffnHidden, 1024);
    EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Unresolved, "model.encoder_seq_length"));
    EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Unresolved, "model.loop"));
}

TEST(NemoYaml, UnevenEndsOfSeveralChunksComeBack)
{
    const Format& format = *findFormat("nemo-yaml");
    const ImportResult first = format.import(
        {"trainer: {devices: 8, num_nodes: 1}\n"
         "model: {num_layers: 22, hidden_size: 256, num_attention_heads: 4, micro_batch_size: 1,\n"
         "  global_batch_size: 16, pipeline_model_parallel_size: 4,\n"
         "  virtual_pipeline_model_parallel_size: 2, num_layers_in_first_pipeline_stage: 4}\n",
         {}});
    ASSERT_TRUE(first.strategy) << told(first);
    EXPECT_FALSE(first.strategy->parallel.layersPerStage.empty());
    const ImportResult second = format.import({format.write(*first.strategy, first.kept).text, {}});
    ASSERT_TRUE(second.strategy) << told(second);
    EXPECT_EQ(*second.strategy, *first.strategy);
}

TEST(NemoYaml, MicrobatchesAreNotAccumulatedTwice)
{
    const ImportResult result
        = findFormat("nemo-yaml")
              ->import({"trainer: {accumulate_grad_batches: 4}\n"
                        "model: {num_layers: 4, hidden_size: 256, num_attention_heads: 4}\n",
                        {}});
    EXPECT_NE(told(result).find("trainer.accumulate_grad_batches: must be 1"), std::string::npos);
}

TEST(MegatronBridge, TheDataSetsLengthMustAgree)
{
    const std::string model = "model: {num_layers: 4, hidden_size: 256, num_attention_heads: 4, ";
    const std::string data = "train: {micro_batch_size: 1, global_batch_size: 1}\n"
                             "dataset: {seq_length: 512}\n";
    const auto read = [&](const std::string& text) {
        return findFormat("megatron-bridge")->import({text, {}});
    };
    EXPECT_NE(told(read(model + "seq_length: 1024}\n" + data)).find("dataset.seq_length: is 512"),
              std::string::npos);
    const ImportResult alone = read(model + "bf16: true}\n" + data);
    ASSERT_TRUE(alone.strategy) << told(alone);
    EXPECT_EQ(alone.strategy->model->sequence, 512);
}

} // namespace
} // namespace strategy
