// What a config.json leaves out is what its model_type takes by itself.

#include "engine/strategy/convert/known_formats.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

Model modelOf(const std::string& type, const std::string& more = "")
{
    const ImportResult result
        = kHuggingFace.import({R"({"model_type": ")" + type + '"' + more + "}", {}});
    EXPECT_TRUE(result.strategy) << toText(result);
    return result.strategy ? *result.strategy->model : Model{};
}

struct TypeCase {
    const char* type;
    bool tied;
    bool gated;
    bool biases;
    bool qkvBiases;
    bool qkNorm;
    const char* norm;
    const char* positions;
    int layers;
    int experts;
};

TEST(HuggingFace, TypesDifferWhereTheFileIsSilent)
{
    const TypeCase cases[] = {
        {"llama", false, true, false, false, false, "rmsnorm", "rotary", 32, 0},
        {"mistral", false, true, false, false, false, "rmsnorm", "rotary", 32, 0},
        {"mixtral", false, true, false, false, false, "rmsnorm", "rotary", 32, 8},
        {"qwen2", false, true, false, true, false, "rmsnorm", "rotary", 32, 0},
        {"qwen2_moe", false, true, false, true, false, "rmsnorm", "rotary", 24, 60},
        {"qwen3", false, true, false, false, true, "rmsnorm", "rotary", 32, 0},
        {"qwen3_moe", false, true, false, false, true, "rmsnorm", "rotary", 24, 128},
        {"gemma", true, true, false, false, false, "rmsnorm", "rotary", 28, 0},
        {"gpt2", true, false, true, false, false, "layernorm", "learned", 12, 0},
        {"gpt_neox", false, false, true, false, false, "layernorm", "rotary", 44, 0},
        {"opt", true, false, true, false, false, "layernorm", "learned", 12, 0},
        {"bloom", true, false, true, false, false, "layernorm", "rotary", 2, 0},
        {"mpt", true, false, false, false, false, "layernorm", "rotary", 24, 0},
        {"deepseek_v2", false, true, false, false, false, "rmsnorm", "rotary", 30, 0},
        {"deepseek_v3", false, true, false, false, false, "rmsnorm", "rotary", 61, 256},
    };
    for (const TypeCase& one : cases) {
        SCOPED_TRACE(one.type);
        const Model model = modelOf(one.type);
        EXPECT_EQ(model.tiedEmbeddings, one.tied);
        EXPECT_EQ(model.gatedMlp, one.gated);
        EXPECT_EQ(model.biases, one.biases);
        EXPECT_EQ(model.qkvBiases, one.qkvBiases);
        EXPECT_EQ(model.qkNorm, one.qkNorm);
        EXPECT_EQ(wordOf(model.norm), one.norm);
        EXPECT_EQ(wordOf(model.positions), one.positions);
        EXPECT_EQ(model.layers, one.layers);
        EXPECT_EQ(model.experts, one.experts);
    }
}

TEST(HuggingFace, AssumedSizesAreSaid)
{
    const ImportResult result = kHuggingFace.import({R"({"model_type": "mistral"})", {}});
    ASSERT_TRUE(result.strategy);
    EXPECT_NE(toText(result.remarks)
                  .find("assumed: num_key_value_heads: is not in the file: 8, as mistral has it"),
              std::string::npos)
        << toText(result.remarks);
}

TEST(HuggingFace, NullIsNotTheDefault)
{
    EXPECT_EQ(modelOf("mistral", R"(, "num_key_value_heads": null)").kvHeads, 0);
    EXPECT_EQ(modelOf("deepseek_v3", R"(, "q_lora_rank": null)").qLoraRank, 0);
    EXPECT_EQ(modelOf("deepseek_v3", R"(, "n_routed_experts": null)").experts, 0);
    EXPECT_EQ(modelOf("gpt2", R"(, "n_inner": null)").ffnHidden, 0);
}

TEST(HuggingFace, BiasesOfAllLayersOrOfTheAttention)
{
    EXPECT_TRUE(modelOf("llama", R"(, "attention_bias": true, "mlp_bias": true)").biases);
    const Model attention = modelOf("llama", R"(, "attention_bias": true)");
    EXPECT_FALSE(attention.biases);
    EXPECT_TRUE(attention.qkvBiases);
    EXPECT_FALSE(modelOf("opt", R"(, "enable_bias": false)").biases);
    EXPECT_TRUE(modelOf("mpt", R"(, "no_bias": false)").biases);
    EXPECT_FALSE(modelOf("qwen2_moe", R"(, "qkv_bias": false)").qkvBiases);
}

TEST(HuggingFace, OneHeadOfKeysMayServeAllQueries)
{
    EXPECT_EQ(modelOf("gpt_bigcode").kvHeads, 1);
    EXPECT_EQ(modelOf("gpt_bigcode", R"(, "multi_query": false)").kvHeads, 0);
    EXPECT_EQ(modelOf("falcon", R"(, "num_kv_heads": 71)").kvHeads, 1);
    EXPECT_EQ(modelOf("falcon", R"(, "multi_query": false)").kvHeads, 0);
    EXPECT_EQ(modelOf("falcon", R"(, "num_attention_heads": 64, "hidden_size": 4096,
        "num_kv_heads": 8, "new_decoder_architecture": true)")
                  .kvHeads,
              8);
    const std::string glm = R"(, "multi_query_group_num": 2, "multi_query_attention": )";
    EXPECT_EQ(modelOf("chatglm", glm + "true").kvHeads, 2);
    EXPECT_EQ(modelOf("chatglm", glm + "false").kvHeads, 0);
}

TEST(HuggingFace, TheSequenceIsAUsualOneWhereTheFileHasTheLongestOnly)
{
    const ImportResult result = kHuggingFace.import(
        {R"({"model_type": "llama", "max_position_embeddings": 131072})", {}});
    ASSERT_TRUE(result.strategy) << toText(result);
    EXPECT_EQ(result.strategy->model->sequence, 4096);
    EXPECT_EQ(result.strategy->model->maxPositions, 131072);
    EXPECT_NE(toText(result.remarks)
                  .find("assumed: max_position_embeddings: is the longest sequence; model.sequence "
                        "is set to 4096, a usual length of the samples of a training"),
              std::string::npos)
        << toText(result.remarks);
    EXPECT_NE(kHuggingFace.write(*result.strategy, result.kept)
                  .text.find(R"("max_position_embeddings": 131072)"),
              std::string::npos);
    // A shorter one is what it is.
    EXPECT_EQ(modelOf("gpt2", R"(, "n_positions": 1024)").sequence, 1024);
}

TEST(HuggingFace, OfSeveralModelsTheLanguageModelIsTaken)
{
    const ImportResult result = kHuggingFace.import({R"({"model_type": "gemma3",
        "hidden_size": 7, "text_config": {"model_type": "gemma3_text", "hidden_size": 2560,
        "num_hidden_layers": 34}, "vision_config": {"hidden_size": 1152}})",
                                                     {}});
    ASSERT_TRUE(result.strategy) << toText(result);
    EXPECT_EQ(result.strategy->model->hidden, 2560);
    EXPECT_TRUE(result.strategy->model->qkNorm);
    const std::string said = toText(result.remarks);
    EXPECT_NE(said.find("approximated: vision_config: describes a model beside"), std::string::npos)
        << said;
    EXPECT_NE(said.find("ignored: hidden_size: is said of the language model"), std::string::npos)
        << said;
    const std::string text = kHuggingFace.write(*result.strategy, result.kept).text;
    const ImportResult again = kHuggingFace.import({text, {}});
    ASSERT_TRUE(again.strategy) << text;
    EXPECT_TRUE(*again.strategy == *result.strategy) << text;
    EXPECT_NE(text.find(R"("hidden_size": 1152)"), std::string::npos) << text;
}

TEST(HuggingFace, WhatNoFrameworkRunsIsAProblemOfItsKey)
{
    const auto told = [](const std::string& more) {
        return toText(kHuggingFace.import({"{\"model_type\": \"llama\",\n" + more + "}", {}}));
    };
    EXPECT_EQ(told(R"("num_attention_heads": 30)"),
              "f:2: num_attention_heads: is 30, and a width of 4096 does not divide into so many "
              "heads; give head_dim\n");
    EXPECT_EQ(told(R"("num_hidden_layers": 4, "layer_types": ["full_attention"])"),
              "f:2: layer_types: has 1 entries for a model of 4 layers\n");
    EXPECT_NE(told(R"("num_experts": 8, "num_experts_per_tok": 2, "num_hidden_layers": 4,
        "mlp_only_layers": [0, 9])")
                  .find("mlp_only_layers: names layer 9, and the model has 4 layers"),
              std::string::npos);
    EXPECT_NE(told(R"("num_key_value_heads": 5)").find("f:2: num_key_value_heads: "),
              std::string::npos);
    EXPECT_NE(told(R"("num_experts": 4, "num_experts_per_tok": 8)").find("num_experts_per_tok"),
              std::string::npos);
}

TEST(HuggingFace, AnUnknownTypeNeedsItsSizes)
{
    const ImportResult result
        = kHuggingFace.import({R"({"model_type": "ours", "hidden_size": 512})", {}});
    EXPECT_FALSE(result.strategy);
    EXPECT_EQ(toText(result),
              "f:1: num_hidden_layers: is missing, and what this type takes then is not known "
              "here\n"
              "f:1: num_attention_heads: is missing, and what this type takes then is not known "
              "here\n"
              "f:1: vocab_size: is missing, and what this type takes then is not known here\n");
}

TEST(HuggingFace, ExpertsOfQwenBecomeSharedOnesOfOneWidth)
{
    const ImportResult result
        = kHuggingFace.import({R"({"model_type": "qwen2_moe", "moe_intermediate_size": 1000,
             "shared_expert_intermediate_size": 2500})",
                               {}});
    ASSERT_TRUE(result.strategy);
    EXPECT_EQ(result.strategy->model->sharedExperts, 3);
    EXPECT_NE(toText(result.remarks).find("approximated: shared_expert_intermediate_size"),
              std::string::npos);
}

// The type a strategy is written as.
std::string typeOf(const Strategy& strategy)
{
    const std::string text = kHuggingFace.write(strategy, {}).text;
    const std::size_t at = text.find(R"("model_type": ")") + 15;
    return text.substr(at, text.find('"', at) - at);
}

Strategy ours(const std::string& text)
{
    const ReadResult read = readStrategy("bubblescope: 1\n" + text);
    EXPECT_TRUE(read.strategy) << text;
    return read.draft;
}

TEST(HuggingFace, AnExportTakesTheTypeThatCanSayTheMost)
{
    const auto again = [](const std::string& type) {
        return typeOf(*kHuggingFace.import({R"({"model_type": ")" + type + "\"}", {}}).strategy);
    };
    EXPECT_EQ(typeOf(ours("model: {layers: 2}\n")), "gpt2");
    EXPECT_EQ(typeOf(ours("model: {layers: 2, biases: false}\n")), "opt");
    EXPECT_EQ(again("mistral"), "llama");
    for (const char* type : {"llama", "qwen2", "qwen3", "mixtral", "qwen2_moe", "qwen3_moe",
                             "deepseek_v2", "deepseek_v3", "gpt2", "gpt_neox"})
        EXPECT_EQ(again(type), type);
}

TEST(HuggingFace, WhatIsNoModelIsSaidToBeLeftOut)
{
    const Strategy strategy
        = ours("model: {layers: 2}\nparallel: {tensor: 2}\ntraining: {seed: 5}\n");
    const std::string said = toText(kHuggingFace.write(strategy, {}).remarks);
    EXPECT_NE(said.find("not expressible: parallel:"), std::string::npos) << said;
    EXPECT_NE(said.find("not expressible: training:"), std::string::npos) << said;
    EXPECT_EQ(said.find("not expressible: model"), std::string::npos) << said;
}

} // namespace
} // namespace strategy
