// Words that change time or memory, of Megatron-LM, Megatron-DeepSpeed, MindSpeed and NeMo: each is
// taken, or what is taken instead is said; none is ignored.

#include "tests/strategy/convert/fixture_files.h"

#include <fstream>

namespace strategy {
namespace {

constexpr const char* kPlain
    = "--num-layers 32 --hidden-size 1024 --num-attention-heads 16 --seq-length 1024 "
      "--max-position-embeddings 1024 --vocab-size 50304 --attention-dropout 0 --hidden-dropout 0 "
      "--micro-batch-size 1 --global-batch-size 64 ";

ImportResult importOf(const std::string& more, const char* format = "megatron-args",
                      const std::string& launcher
                      = "torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py ",
                      const std::string& folder = {})
{
    return findFormat(format)->import({launcher + kPlain + more, folder});
}

Strategy taken(const std::string& more, const char* format = "megatron-args")
{
    const ImportResult result = importOf(more, format);
    EXPECT_TRUE(result.strategy) << more << '\n' << told(result);
    return result.strategy.value_or(Strategy{});
}

std::string refusal(const std::string& more, const char* format = "megatron-args")
{
    const ImportResult result = importOf(more, format);
    EXPECT_FALSE(result.strategy) << more;
    return told(result);
}

// The kinds of what is said of the key, with blanks between.
std::string kindsOf(const ImportResult& result, std::string_view key)
{
    std::string kinds;
    for (const Remark& remark : result.remarks)
        if (remark.key == key)
            kinds.append(kinds.empty() ? "" : " ").append(word(remark.kind));
    return kinds;
}

TEST(MegatronWords, RecomputationHasOlderNames)
{
    for (const char* more :
         {"--checkpoint-activations", "--activations-checkpoint-method uniform",
          "--checkpoint-activations --deepspeed-activation-checkpointing --deepspeed"})
        EXPECT_EQ(taken(more).recompute.granularity, Recomputing::Full) << more;
    EXPECT_EQ(taken("--checkpoint-activations --checkpoint-num-layers 4").recompute.layers, 4);
    EXPECT_EQ(taken("--checkpoint-activations").recompute.layers, 1);
    const Strategy block = taken("--activations-checkpoint-method block "
                                 "--activations-checkpoint-num-layers 3");
    EXPECT_EQ(block.recompute.method, RecomputeMethod::Block);
    EXPECT_EQ(block.recompute.layers, 3);
    // By itself it only says how what is checkpointed is kept.
    const ImportResult alone = importOf("--deepspeed-activation-checkpointing --deepspeed");
    EXPECT_EQ(alone.strategy->recompute.granularity, Recomputing::None);
    EXPECT_EQ(kindsOf(alone, "--deepspeed-activation-checkpointing"), "ignored");
}

TEST(MegatronWords, ZeroAndOffloadAreDeepSpeeds)
{
    for (const int stage : {0, 1, 2, 3})
        EXPECT_EQ(taken("--zero-stage " + std::to_string(stage)).parallel.zero, stage);
    EXPECT_EQ(taken("--zero-stage 3 --cpu-optimizer").parallel.offload, Offload::Optimizer);
    EXPECT_EQ(taken("--zero-stage 3 --remote-device cpu").parallel.offload, Offload::All);
    EXPECT_EQ(taken("--zero-stage 3 --remote-device none").parallel.offload, Offload::None);
    EXPECT_EQ(kindsOf(importOf("--deepspeed"), "zero_stage"), "assumed");
    EXPECT_NE(refusal("--zero-stage 4").find("--zero-stage"), std::string::npos);
    EXPECT_NE(refusal("--zero-stage 2 --pipeline-model-parallel-size 2").find("at most 1"),
              std::string::npos);
    EXPECT_NE(refusal("--no-pipeline-parallel --pipeline-model-parallel-size 2").find("keep one"),
              std::string::npos);
}

TEST(MegatronWords, SizesOfTheModelHaveOtherNames)
{
    EXPECT_EQ(taken("--num-key-value-heads 4").model->kvHeads, 4);
    EXPECT_TRUE(taken("--geglu").model->gatedMlp);
    EXPECT_TRUE(taken("--quick-geglu").model->gatedMlp);
    EXPECT_FALSE(taken("--squared-relu").model->gatedMlp);
    EXPECT_EQ(taken("--cross-entropy-loss-fusion").kernels.loss, Loss::Fused);
    EXPECT_TRUE(
        taken("--use-ascend-coc --tensor-model-parallel-size 2", "mindspeed-llm").overlap.tensor);
    const ImportResult bert = importOf("--bf16", "megatron-args",
                                       "torchrun --nproc_per_node 8 --nnodes 1 pretrain_bert.py ");
    EXPECT_FALSE(bert.strategy->model->causal);
    EXPECT_EQ(kindsOf(bert, "pretrain_bert.py"), "assumed");
    EXPECT_TRUE(taken("--bf16").model->causal);
}

TEST(MegatronWords, OfAnEncoderAndADecoderOneIsTaken)
{
    const ImportResult result
        = findFormat("megatron-args")
              ->import(
                  {"torchrun --nproc_per_node 1 --nnodes 1 pretrain_t5.py --encoder-num-layers 12 "
                   "--decoder-num-layers 6 --hidden-size 768 --num-attention-heads 12 "
                   "--encoder-seq-length 512",
                   {}});
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->model->layers, 12);
    EXPECT_EQ(result.strategy->model->sequence, 512);
    EXPECT_EQ(kindsOf(result, "--encoder-num-layers"), "approximated");
    EXPECT_EQ(kindsOf(result, "--decoder-num-layers"), "approximated");
}

TEST(MegatronWords, ATextOfArgumentsNeedsNoCommand)
{
    const ImportResult result = findFormat("megatron-args")
                                    ->import({"MODEL_ARGS=\" --num-layers 4 \\\n --hidden-size 256 "
                                              "\\\n --num-attention-heads 4 \"\n",
                                              {}});
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->model->layers, 4);
    EXPECT_EQ(kindsOf(result, "file"), "assumed");
}

TEST(MegatronWords, UlyssesIsAWayOfContextParallelism)
{
    const Strategy strategy = taken("--ds-sequence-parallel-size 4 --zero-stage 1");
    EXPECT_EQ(strategy.parallel.context, 4);
    EXPECT_EQ(strategy.parallel.contextMethod, ContextMethod::AllToAll);
    EXPECT_EQ(dataParallel(strategy), 2);
}

TEST(MegatronWords, ExpertsOfMegatronDeepSpeedStandInEverySecondLayer)
{
    const ImportResult result
        = importOf("--deepspeed --num-experts 16 --moe-expert-parallel-size 4");
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->parallel.expert, 4);
    EXPECT_EQ(result.strategy->parallel.expertTensor, 1);
    EXPECT_EQ(result.strategy->model->expertsPerToken, 1);
    EXPECT_EQ(result.strategy->model->expertEvery, 2);
    EXPECT_EQ(result.strategy->model->denseLayers, 1);
    EXPECT_EQ(kindsOf(result, "topk"), "assumed");
    EXPECT_EQ(kindsOf(result, "expert_interval"), "assumed");
    const Strategy given = taken("--deepspeed --num-experts 16 --topk 2 --expert-interval 4");
    EXPECT_EQ(given.model->expertsPerToken, 2);
    EXPECT_EQ(given.model->expertEvery, 4);
    EXPECT_EQ(given.model->denseLayers, 3);
    const ImportResult several = importOf("--deepspeed --num-experts 32 32 64 --topk 1");
    EXPECT_EQ(several.strategy->model->experts, 64);
    EXPECT_EQ(kindsOf(several, "--num-experts"), "approximated");
    EXPECT_EQ(taken("--num-experts 1").model->experts, 0);
}

TEST(MegatronWords, MinusOneIsMindSpeedsDefault)
{
    const Strategy strategy = taken(
        "--num-experts 8 --moe-router-topk 2 --moe-layer-freq -1 --first-k-dense-replace -1",
        "mindspeed-llm");
    EXPECT_EQ(strategy.model->denseLayers, 0);
    EXPECT_EQ(strategy.model->expertEvery, 1);
    refusal("--num-experts 8 --moe-router-topk 2 --first-k-dense-replace -2", "mindspeed-llm");
}

TEST(MegatronWords, ExpertsMayTakeTheTensorRanks)
{
    const Strategy strategy = taken("--num-experts 8 --moe-router-topk 2 --moe-tp-extend-ep "
                                    "--tensor-model-parallel-size 4 --expert-model-parallel-size 2",
                                    "mindspeed-llm");
    EXPECT_EQ(strategy.parallel.expert, 8);
    EXPECT_EQ(strategy.parallel.expertTensor, 1);
}

TEST(MegatronWords, LayersOfStagesAreTakenOrSaid)
{
    const std::string pipeline = "--pipeline-model-parallel-size 4 ";
    EXPECT_EQ(taken(pipeline + "--num-layer-list 7,9,9,7", "mindspeed-llm").parallel.layersPerStage,
              (std::vector<int>{7, 9, 9, 7}));
    EXPECT_EQ(taken(pipeline + "--noop-layers 0,31", "mindspeed-llm").model->layers, 30);
    const ImportResult both
        = importOf(pipeline + "--noop-layers 0,31 --num-layer-list 7,9,9,7", "mindspeed-llm");
    EXPECT_EQ(kindsOf(both, "--num-layer-list"), "ignored");
    EXPECT_EQ(taken(pipeline + "--enable-zbh1-pipeline --zero-stage 1").schedule.name, "zb-h1");
}

TEST(MegatronWords, WhatAStrategyHasNoFieldForIsApproximatedAndTheRestKept)
{
    for (const char* flag :
         {"--window-size 128,0", "--interleave-sliding-window 1024",
          "--recompute-modules core_attn", "--moe-grouped-gemm", "--no-rope-fusion",
          "--cpu-offloading-num-layers 2", "--ddp-bucket-size 1000", "--fp8-margin 1",
          "--partition-activations", "--cuda-graph-scope attn", "--use-fused-rmsnorm", "--lora-r 8",
          "--use-dynamic-batch-size"}) {
        const std::string text = flag;
        const ImportResult result = importOf(text);
        EXPECT_EQ(kindsOf(result, text.substr(0, text.find(' '))), "approximated") << flag;
    }
    for (const char* flag : {"--tensorboard-dir x", "--log-interval 1", "--eval-iters 4",
                             "--init-method-std 0.01", "--distributed-backend nccl"}) {
        const std::string text = flag;
        EXPECT_EQ(kindsOf(importOf(text), text.substr(0, text.find(' '))), "kept") << flag;
    }
    EXPECT_EQ(kindsOf(importOf("--nobody-knows-this 3"), "--nobody-knows-this"), "unknown");
    EXPECT_EQ(kindsOf(importOf("--moe-router-topk 2"), "--moe-router-topk"), "ignored");
}

TEST(MegatronWords, LaunchersSayDevicesAndNodes)
{
    struct Launcher {
        const char* words;
        int devices;
    };
    for (const Launcher& one :
         {Launcher{"python -m torch.distributed.launch --nproc_per_node 8 --nnodes 4 p.py ", 32},
          {"torchrun --nproc-per-node=4 --nnodes=2 p.py ", 8},
          {"deepspeed --num_nodes 2 --num_gpus 8 p.py ", 16},
          {"msrun --worker_num=64 --local_worker_num=8 p.py ", 64},
          {"srun -N 4 --ntasks-per-node=8 python p.py ", 32},
          {"srun -N4 --gpus-per-node 4 python p.py ", 16},
          {"mpirun -np 16 python p.py ", 16},
          {"srun --nodes=2 --ntasks-per-node=1 torchrun --nproc_per_node 8 --nnodes 2 p.py ",
           16}}) {
        const ImportResult result = importOf("--bf16", "megatron-args", one.words);
        ASSERT_TRUE(result.strategy) << one.words << told(result);
        EXPECT_EQ(result.strategy->cluster.devices, one.devices) << one.words;
    }
}

TEST(MegatronWords, OfSlimesDevicesThoseTrainThatItSays)
{
    const ImportResult result = importOf("--actor-num-nodes 2 --actor-num-gpus-per-node 8 "
                                         "--rollout-num-gpus 8 --sglang-mem-fraction-static 0.7",
                                         "megatron-args", "ray job submit -- python3 train.py ");
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->cluster.devices, 16);
    EXPECT_EQ(kindsOf(result, "--rollout-num-gpus"), "kept");
    EXPECT_EQ(kindsOf(result, "--sglang-mem-fraction-static"), "kept");
}

TEST(MegatronWords, ADefaultNumberOfNodesThatIsTooSmallIsLeftOpen)
{
    const std::string ranks = "--tensor-model-parallel-size 8 --pipeline-model-parallel-size 4 ";
    const auto run = [&](const std::string& nodes) {
        return findFormat("megatron-args")
            ->import(
                {nodes + "torchrun --nproc_per_node 8 --nnodes $N p.py " + kPlain + ranks, {}});
    };
    const ImportResult open = run("N=${SLURM_NNODES:-1}\n");
    ASSERT_TRUE(open.strategy) << told(open);
    EXPECT_EQ(deviceCount(*open.strategy), 32);
    EXPECT_FALSE(run("N=1\n").strategy);
    EXPECT_EQ(run("N=${SLURM_NNODES:-8}\n").strategy->cluster.devices, 64);
}

TEST(MegatronWords, AnEmptyVariableIsNoValueOfTheFlagBeforeIt)
{
    const std::string set = "if [ -f /there ]; then W=\"--wandb-project x\"; else W=$(date); fi\n";
    const std::string launcher = "torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py ";
    const auto result
        = findFormat("megatron-args")
              ->import({set + launcher + kPlain + "--bf16 $W --clip-grad 1.0 $W\n", {}});
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->precision.compute, Compute::Bf16);
    EXPECT_EQ(kindsOf(result, "--bf16"), "");
    EXPECT_EQ(kindsOf(result, "--clip-grad"), "ignored"); // as there is no learning rate
}

TEST(MegatronWords, AConfigurationBesideTheScriptIsRead)
{
    const auto folder = std::filesystem::temp_directory_path() / "megatron_words_test";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "ds.json")
        << R"({"train_batch_size": 64, "zero_optimization": {"stage": 3,
        "offload_param": {"device": "nvme"}}, "bf16": {"enabled": true}})";
    const std::string launcher = "deepspeed --num_nodes 1 --num_gpus 8 pretrain_gpt.py ";
    const ImportResult result = importOf("--deepspeed --deepspeed_config ds.json", "megatron-args",
                                         launcher, folder.string());
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->parallel.zero, 3);
    EXPECT_EQ(result.strategy->parallel.offload, Offload::All);
    EXPECT_EQ(result.strategy->precision.compute, Compute::Bf16);
    const ImportResult other = importOf("--deepspeed --zero-stage 1 --deepspeed_config ds.json",
                                        "megatron-args", launcher, folder.string());
    EXPECT_NE(told(other).find("ds.json: zero_optimization.stage is 3"), std::string::npos)
        << told(other);
    std::filesystem::remove_all(folder);
    EXPECT_EQ(kindsOf(importOf("--deepspeed --deepspeed_config none.json"), "--deepspeed_config"),
              "unresolved");
}

TEST(MegatronWords, AFileThatContradictsItselfIsRefusedWithItsLine)
{
    EXPECT_NE(refusal("--tensor-model-parallel-size 3").find("file:1: "), std::string::npos);
    EXPECT_NE(refusal("--num-attention-heads 12 --tensor-model-parallel-size 8")
                  .find("--num-attention-heads"),
              std::string::npos);
    EXPECT_NE(refusal("--global-batch-size 63").find("--global-batch-size"), std::string::npos);
    EXPECT_NE(refusal("--num-experts 6 --moe-router-topk 2 --expert-model-parallel-size 4")
                  .find("expert"),
              std::string::npos);
}

TEST(NemoWords, TheVocabularyIsTakenAsItIs)
{
    const ImportResult result
        = findFormat("nemo-yaml")
              ->import(
                  {"trainer: {devices: 1, num_nodes: 1}\nmodel:\n  num_layers: 2\n  hidden_size: "
                   "128\n"
                   "  num_attention_heads: 4\n  encoder_seq_length: 64\n  bias: False\n  qkv_bias: "
                   "True\n"
                   "  override_vocab_size: 151937\n  micro_batch_size: 1\n  global_batch_size: 1\n"
                   "  nobody_knows: 1\n",
                   {}});
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->model->vocab, 151937);
    EXPECT_TRUE(result.strategy->model->qkvBiases);
    EXPECT_EQ(kindsOf(result, "model.nobody_knows"), "unknown");
}

} // namespace
} // namespace strategy
