// Files that look like another framework's, and models that no strategy can hold: each is refused
// with a sentence that says what it is.

#include "tests/strategy/convert/fixture_files.h"

namespace strategy {
namespace {

TEST(ForeignConfiguration, OfGptNeoXIsRefusedByWhatItLooksLike)
{
    const std::string text = "{\"pipe_parallel_size\": 4,\n\"model_parallel_size\": 2,\n"
                             "\"num_layers\": 44, \"hidden_size\": 6144,\n"
                             "\"num_attention_heads\": 64, \"seq_length\": 2048,\n"
                             "\"train_micro_batch_size_per_gpu\": 4,\n"
                             "\"zero_optimization\": {\"stage\": 1}}\n";
    for (const char* format : {"deepspeed", "megatron-yaml", "nemo-yaml", "megatron-bridge",
                               "nanotron", "huggingface"}) {
        const ImportResult result = findFormat(format)->import({text, {}});
        EXPECT_FALSE(result.strategy) << format;
        EXPECT_EQ(told(result),
                  "file:1: pipe_parallel_size: is a key of GPT-NeoX, whose configurations are not "
                  "read; read the config.json of its model instead\n")
            << format;
    }
    // The older spelling of Megatron's tensor parallelism alone is not its.
    EXPECT_TRUE(
        findFormat("deepspeed")
            ->import({R"({"train_micro_batch_size_per_gpu": 4, "model_parallel_size": 2})", {}})
            .strategy);
}

TEST(ForeignConfiguration, OfOlmoIsRefused)
{
    const ImportResult result
        = findFormat("nemo-yaml")
              ->import({"model:\n  d_model: 768\n  n_layers: 12\ndevice_train_microbatch_size: 4\n",
                        {}});
    EXPECT_NE(told(result).find("device_train_microbatch_size: is a key of OLMo"),
              std::string::npos)
        << told(result);
}

constexpr const char* kHybridModel
    = "--num-layers 8 --hidden-size 1024 --num-attention-heads 16 --vocab-size 50304 "
      "--seq-length 1024 --micro-batch-size 1 --global-batch-size 8 ";
constexpr const char* kWrongly
    = "a strategy has layers of attention and MLP alone, and would count this model wrongly";

ImportResult hybridImport(const std::string& program, const std::string& more)
{
    return findFormat("megatron-args")
        ->import(
            {"X=1\ntorchrun --nproc_per_node 1 --nnodes 1 " + program + ' ' + kHybridModel + more,
             {}});
}

TEST(MegatronHybrids, PatternsWithStateSpaceLayersAreRefused)
{
    for (const char* flag :
         {"--hybrid-layer-pattern M-M*-", "--hybrid-override-pattern MEME*EMG"}) {
        const ImportResult result = hybridImport("pretrain_gpt.py", flag);
        EXPECT_FALSE(result.strategy) << flag;
        EXPECT_NE(told(result).find("belongs to state-space layers, as Mamba has them; "
                                    + std::string(kWrongly)),
                  std::string::npos)
            << told(result);
    }
    EXPECT_FALSE(hybridImport("pretrain_gpt.py", "--is-hybrid-model").strategy);
}

TEST(MegatronHybrids, PairsOfAttentionAndMlpAreLayers)
{
    const ImportResult dense
        = hybridImport("pretrain_gpt.py", "--hybrid-layer-pattern \"*-*-*-*-\"");
    ASSERT_TRUE(dense.strategy) << told(dense);
    EXPECT_EQ(dense.strategy->model->layers, 4);
    EXPECT_TRUE(hasRemark(dense.remarks, Remark::Kind::Approximated, "--hybrid-layer-pattern"));
    const ImportResult experts
        = hybridImport("pretrain_gpt.py",
                       "--hybrid-override-pattern *E*E*E*E --num-experts 8 --moe-router-topk 2 "
                       "--bf16 --lr 1e-4");
    ASSERT_TRUE(experts.strategy) << told(experts);
    EXPECT_EQ(experts.strategy->model->layers, 4);
    EXPECT_EQ(experts.strategy->model->experts, 8);
    // Written back as the plain model that was taken, and not as twice or half of it.
    for (const ImportResult* one : {&dense, &experts}) {
        const std::string text = findFormat("megatron-args")->write(*one->strategy, one->kept).text;
        const ImportResult again = findFormat("megatron-args")->import({text, {}});
        ASSERT_TRUE(again.strategy) << told(again) << text;
        EXPECT_EQ(again.strategy->model->layers, 4) << text;
    }
}

TEST(MegatronHybrids, OtherPatternsAreRefused)
{
    struct Case {
        const char* flags;
        const char* sentence;
    };
    const Case cases[] = {
        {"--hybrid-layer-pattern ********", "are no pairs, as in *-*- or *E*E"},
        {"--hybrid-layer-pattern -*-*-*-*", "are no pairs"},
        {"--hybrid-layer-pattern *-*-*-*E", "are no pairs"},
        {"--hybrid-layer-pattern *-*-*-*", "are no pairs"},
        {"--hybrid-layer-pattern '*-*-|*-*-'", "are no pairs"},
        {"--hybrid-layer-pattern *-*-", "has 4 layers, and num_layers is 8; make them equal"},
        {"--hybrid-layer-pattern *E*E*E*E", "and num_experts is not there"},
        {"--hybrid-layer-pattern *-*-*-*- --num-experts 8", "and num_experts is there"},
        {"--hybrid-layer-pattern *-*-*-*- --recompute-num-layers 2",
         "--recompute-num-layers: counts layers of hybrid_layer_pattern"},
    };
    for (const Case& one : cases) {
        const ImportResult result = hybridImport("pretrain_gpt.py", one.flags);
        EXPECT_FALSE(result.strategy) << one.flags;
        EXPECT_NE(told(result).find(one.sentence), std::string::npos) << one.flags << '\n'
                                                                      << told(result);
    }
}

TEST(MegatronHybrids, TheirProgramIsRefusedOnItsLine)
{
    for (const char* program : {"pretrain_mamba.py", "../../pretrain_hybrid.py"}) {
        const ImportResult result = hybridImport(program, "");
        EXPECT_EQ(told(result),
                  "file:2: " + std::string(program)
                      + ": trains a model with state-space layers, as Mamba has them; " + kWrongly
                      + '\n');
    }
}

TEST(NemoHybrids, AreRefusedByTheirNameOrTheirKeys)
{
    const auto read = [](const std::string& name, const std::string& more) {
        return findFormat("nemo-yaml")
            ->import({"name: " + name
                          + "\ntrainer: {devices: 8, num_nodes: 1, precision: bf16}\nmodel:\n"
                            "  micro_batch_size: 1\n  global_batch_size: 8\n"
                            "  encoder_seq_length: 512\n  num_layers: 4\n  hidden_size: 256\n"
                            "  num_attention_heads: 4\n"
                          + more,
                      {}});
    };
    EXPECT_EQ(told(read("megatron_griffin", "")),
              "file:1: name: is megatron_griffin, which has recurrent layers; "
                  + std::string(kWrongly) + '\n');
    EXPECT_FALSE(read("megatron_mamba", "").strategy);
    EXPECT_NE(told(read("mine", "  ngroups_mamba: 8\n"))
                  .find("model.ngroups_mamba: belongs to state-space layers"),
              std::string::npos);
    EXPECT_NE(told(read("mine", "  hyena:\n    order: 2\n"))
                  .find("model.hyena.order: belongs to layers of convolutions"),
              std::string::npos);
    const ImportResult plain = read("megatron_gpt", "");
    ASSERT_TRUE(plain.strategy) << told(plain);
    EXPECT_EQ(plain.strategy->name, "megatron_gpt");
}

// The sequence of a model that sees images is that of its decoder.
TEST(MegatronImages, TheDecodersSequenceIsTaken)
{
    const std::string more = "--decoder-seq-length 4096 ";
    const ImportResult images
        = hybridImport("pretrain_vlm.py", more + "--language-model-type qwen2.0_72B");
    ASSERT_TRUE(images.strategy) << told(images);
    EXPECT_EQ(images.strategy->model->sequence, 4096);
    EXPECT_TRUE(hasRemark(images.remarks, Remark::Kind::Ignored, "--seq-length"));
    const ImportResult other = hybridImport("pretrain_t5.py", more);
    ASSERT_TRUE(other.strategy) << told(other);
    EXPECT_EQ(other.strategy->model->sequence, 1024);
    EXPECT_TRUE(hasRemark(other.remarks, Remark::Kind::Approximated, "--decoder-seq-length"));
}

std::string nanotronOf(const std::string& kind)
{
    return "model:\n  dtype: bfloat16\n  model_config:\n" + kind
        + "    hidden_size: 512\n    intermediate_size: 2048\n    num_hidden_layers: 4\n"
          "    num_attention_heads: 8\n    num_key_value_heads: 8\n    vocab_size: 32000\n"
          "tokens: {micro_batch_size: 1, sequence_length: 512, batch_accumulation_per_replica: 1}\n"
          "parallelism: {dp: 2, pp: 1, tp: 1, expert_parallel_size: 2}\n";
}

TEST(NanotronKinds, MambaIsRefusedAndExpertsBesideTheSizesAreTaken)
{
    const Format& nanotron = *findFormat("nanotron");
    const ImportResult mamba = nanotron.import({nanotronOf("    is_mamba_config: true\n"), {}});
    EXPECT_NE(told(mamba).find("model.model_config.is_mamba_config: belongs to state-space layers"),
              std::string::npos)
        << told(mamba);
    const ImportResult experts = nanotron.import(
        {nanotronOf(
             "    is_llamoe_config: true\n    moe_num_experts: 4\n    num_experts_per_tok: 1\n"),
         {}});
    ASSERT_TRUE(experts.strategy) << told(experts);
    EXPECT_EQ(experts.strategy->model->experts, 4);
    EXPECT_EQ(experts.strategy->model->expertsPerToken, 1);
    EXPECT_EQ(experts.strategy->parallel.expert, 2);
}

} // namespace
} // namespace strategy
