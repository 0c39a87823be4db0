// What a framework takes where its file says nothing, and that the file is said not to say it.

#include "engine/strategy/convert/known_formats.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

ImportResult read(const char* format, const std::string& text)
{
    ImportResult result = findFormat(format)->import({text, {}});
    EXPECT_TRUE(result.strategy) << toText(result);
    return result;
}

constexpr const char* kDefaultsRun
    = "torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py --num-layers 4 --hidden-size 1024 "
      "--num-attention-heads 16 --seq-length 1024 --vocab-size 50304 --micro-batch-size 1 "
      "--global-batch-size 8 ";

// A model of the configuration classes in the groups of each format that has them.
std::string classes(const std::string& format, const std::string& more)
{
    const std::string group = format == "megatron-yaml" ? "language_model" : "model";
    return group + ": {num_layers: 4, hidden_size: 1024, num_attention_heads: 16" + more + "}\n";
}

constexpr const char* kOfClasses[] = {"megatron-yaml", "megatron-bridge", "nemo-yaml"};

bool assumes(const ImportResult& result, std::string_view key)
{
    return hasRemark(result.remarks, Remark::Kind::Assumed, key);
}

TEST(Defaults, DropoutIsATenthInEveryOfMegatronsFamily)
{
    EXPECT_TRUE(read("megatron-args", kDefaultsRun).strategy->model->dropout);
    for (const char* format : kOfClasses) {
        const ImportResult silent = read(format, classes(format, ""));
        EXPECT_TRUE(silent.strategy->model->dropout) << format;
        EXPECT_TRUE(assumes(silent, "hidden_dropout")) << format;
        EXPECT_TRUE(assumes(silent, "attention_dropout")) << format;
        const std::string text = findFormat(format)->write(*silent.strategy, silent.kept).text;
        EXPECT_NE(text.find("hidden_dropout: 0.1"), std::string::npos) << text;

        const std::string none = classes(format, ", hidden_dropout: 0.0, attention_dropout: 0.0");
        const ImportResult off = read(format, none);
        EXPECT_FALSE(off.strategy->model->dropout) << format;
        const ImportResult half = read(format, classes(format, ", hidden_dropout: 0.0"));
        EXPECT_TRUE(half.strategy->model->dropout) << format;
        EXPECT_TRUE(assumes(half, "attention_dropout"));
        EXPECT_FALSE(assumes(half, "hidden_dropout"));
    }
}

TEST(Defaults, CompressedKeysAreNarrowerOnTheCommandLine)
{
    const ImportResult line
        = read("megatron-args", kDefaultsRun + std::string("--multi-latent-attention"));
    EXPECT_EQ(line.strategy->model->kvLoraRank, 32);
    EXPECT_EQ(line.strategy->model->qLoraRank, 0);
    EXPECT_TRUE(assumes(line, "kv_lora_rank"));
    EXPECT_FALSE(assumes(line, "q_lora_rank"));
    for (const char* format : {"megatron-yaml", "megatron-bridge"}) {
        const std::string latent = ", multi_latent_attention: true";
        const ImportResult silent = read(format, classes(format, latent));
        EXPECT_EQ(silent.strategy->model->kvLoraRank, 512) << format;
        EXPECT_EQ(silent.strategy->model->qLoraRank, 512) << format;
        EXPECT_TRUE(assumes(silent, "q_lora_rank")) << format;
    }
}

// Only null says that queries are not compressed, so it is written.
TEST(Defaults, QueriesThatAreNotCompressedAreSaidToBe)
{
    for (const char* format : {"megatron-yaml", "megatron-bridge"}) {
        const ImportResult none
            = read(format, classes(format, ", multi_latent_attention: true, q_lora_rank: null"));
        EXPECT_EQ(none.strategy->model->qLoraRank, 0) << format;
        EXPECT_FALSE(assumes(none, "q_lora_rank")) << format;
        const std::string text = findFormat(format)->write(*none.strategy, none.kept).text;
        EXPECT_NE(text.find("q_lora_rank: null\n"), std::string::npos) << text;
        EXPECT_EQ(read(format, text).strategy->model->qLoraRank, 0) << format;
    }
}

TEST(Defaults, AcceleratesDeepSpeedSharesGradientsToo)
{
    const std::string open = "distributed_type: DEEPSPEED\nnum_processes: 8\ndeepspeed_config:\n";
    const ImportResult silent = read("accelerate", open + "  gradient_clipping: 1.0\n");
    EXPECT_EQ(silent.strategy->parallel.zero, 2);
    EXPECT_TRUE(assumes(silent, "deepspeed_config.zero_stage"));
    const ImportResult none = read("accelerate", open + "  zero_stage: 0\n");
    EXPECT_EQ(none.strategy->parallel.zero, 0);
    EXPECT_FALSE(assumes(none, "deepspeed_config.zero_stage"));
    // Its own file says the stage, and is not read.
    EXPECT_FALSE(assumes(read("accelerate", open + "  deepspeed_config_file: ds.json\n"),
                         "deepspeed_config.zero_stage"));
}

// nanotron falls in a straight line unless told otherwise, to a lowest rate that is the highest
// unless told otherwise.
TEST(Defaults, NanotronsRateStandsStillWithoutALowestOne)
{
    const auto schedule = [](const std::string& more) {
        return read("nanotron",
                    "parallelism: {dp: 1, pp: 1, tp: 1}\noptimizer:\n"
                    "  learning_rate_scheduler: {learning_rate: 0.001"
                        + more + "}\n")
            .strategy->training;
    };
    EXPECT_EQ(schedule(", min_decay_lr: 0.0001").decay, Decay::Linear);
    EXPECT_EQ(schedule(", min_decay_lr: 0.0001, lr_decay_style: cosine").decay, Decay::Cosine);
    EXPECT_EQ(schedule(", lr_decay_style: cosine").decay, Decay::Constant);
    EXPECT_EQ(schedule("").decay, Decay::Constant);
    const std::string text = kNanotron.write(Strategy{}, {}).text;
    EXPECT_NE(text.find("min_decay_lr: null\n"), std::string::npos) << text;
}

TEST(Defaults, PaddlesReplicasAreWhatIsLeft)
{
    const ImportResult silent = read("paddle", R"({"hybrid_configs": {"mp_degree": 2}})");
    EXPECT_EQ(silent.strategy->parallel.data, 0);
    EXPECT_TRUE(assumes(silent, "hybrid_configs.dp_degree"));
    const ImportResult groups
        = read("paddle", R"({"hybrid_configs": {"mp_degree": 2, "sharding_degree": 4}})");
    EXPECT_EQ(groups.strategy->parallel.data, 4);
    EXPECT_TRUE(assumes(groups, "hybrid_configs.dp_degree"));
    const ImportResult one = read("paddle", R"({"hybrid_configs": {"dp_degree": 1}})");
    EXPECT_EQ(one.strategy->parallel.data, 1);
    EXPECT_FALSE(assumes(one, "hybrid_configs.dp_degree"));
}

TEST(Defaults, AModelIsNotMadeUpFromTwoOfItsSizes)
{
    const ImportResult some
        = kPaddleNlp.import({R"({"hidden_size": 8192, "num_hidden_layers": 80})", {}});
    EXPECT_FALSE(some.strategy);
    for (const char* key : {"num_attention_heads", "intermediate_size", "vocab_size"})
        EXPECT_NE(told(some).find(std::string(key) + ": is missing"), std::string::npos) << key;
    const ImportResult all = read("paddlenlp", R"({"hidden_size": 8192, "num_hidden_layers": 80,
        "num_attention_heads": 64, "intermediate_size": 28672, "vocab_size": 32000})");
    EXPECT_EQ(all.strategy->model->heads, 64);
    EXPECT_TRUE(assumes(all, "max_seq_length"));
}

} // namespace
} // namespace strategy
