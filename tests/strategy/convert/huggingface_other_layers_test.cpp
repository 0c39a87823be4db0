// Models with layers that are not attention and MLP: refused with the key that says so, never read
// as the decoder that the rest of their keys looks like.

#include "engine/strategy/convert/known_formats.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

// The sizes of a plain decoder, which all of them have, too.
constexpr const char* kPlainSizes
    = R"("hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 8,
         "num_key_value_heads": 2, "intermediate_size": 4096, "vocab_size": 32000,
         "rms_norm_eps": 1e-6, "hidden_act": "silu", "max_position_embeddings": 4096)";

std::string refusalOf(const std::string& first, const std::string& second = {})
{
    const ImportResult result = kHuggingFace.import(
        {"{" + first + ",\n" + (second.empty() ? "" : second + ",\n") + kPlainSizes + "}", {}});
    EXPECT_FALSE(result.strategy) << first << second;
    return toText(result);
}

constexpr const char* kAlone
    = "; a strategy has layers of attention and MLP alone, and would count this model wrongly\n";

TEST(OtherLayers, ATypeThatHasThemIsRefusedByItsName)
{
    struct Case {
        const char* type;
        const char* has;
    };
    const Case cases[] = {
        {"mamba", "state-space layers (Mamba)"},
        {"mamba2", "state-space layers (Mamba)"},
        {"falcon_mamba", "state-space layers (Mamba)"},
        {"falcon_h1", "state-space layers (Mamba)"},
        {"jamba", "state-space layers (Mamba)"},
        {"bamba", "state-space layers (Mamba)"},
        {"zamba", "state-space layers (Mamba)"},
        {"zamba2", "state-space layers (Mamba)"},
        {"nemotron_h", "state-space layers (Mamba)"},
        {"granitemoehybrid", "state-space layers (Mamba)"},
        {"qwen3_next", "layers of linear attention"},
        {"qwen3_5_text", "layers of linear attention"},
        {"kimi_linear", "layers of linear attention"},
        {"minimax", "layers of linear attention"},
        {"minimax_text_01", "layers of linear attention"},
        {"rwkv", "recurrent layers"},
        {"rwkv7", "recurrent layers"},
        {"recurrent_gemma", "recurrent layers"},
        {"lfm2", "layers of convolutions"},
    };
    for (const Case& one : cases)
        EXPECT_EQ(refusalOf("\"model_type\": \"" + std::string(one.type) + '"'),
                  "f:1: model_type: is " + std::string(one.type) + ", which has " + one.has
                      + kAlone);
}

TEST(OtherLayers, ATypeNobodyKnowsIsRefusedByItsKeys)
{
    struct Case {
        const char* line;
        const char* sentence;
    };
    const Case cases[] = {
        {R"("hybrid_override_pattern": "M-M*")",
         "hybrid_override_pattern: belongs to state-space layers, as Mamba has them"},
        {R"("attn_layer_period": 8)",
         "attn_layer_period: belongs to state-space layers, as Mamba has them"},
        {R"("attn_layer_indices": [9, 18, 27])",
         "attn_layer_indices: belongs to state-space layers, as Mamba has them"},
        {R"("mamba_d_ssm": 1536)", "mamba_d_ssm: belongs to state-space layers, as Mamba has them"},
        {R"("ssm_state_size": 128)",
         "ssm_state_size: belongs to state-space layers, as Mamba has them"},
        {R"("ssm_cfg": {"layer": "Mamba2"})",
         "ssm_cfg.layer: belongs to state-space layers, as Mamba has them"},
        {R"("linear_num_value_heads": 32)",
         "linear_num_value_heads: belongs to layers of linear attention"},
        {R"("linear_attn_config": {"num_heads": 32})",
         "linear_attn_config.num_heads: belongs to layers of linear attention"},
        {R"("attn_type_list": [0, 0, 0, 1])",
         "attn_type_list: belongs to layers of linear attention"},
        {R"("lru_width": 2560)", "lru_width: belongs to recurrent layers"},
        {R"("conv_L_cache": 3)", "conv_L_cache: belongs to layers of convolutions"},
        {R"("layer_types": ["mamba", "attention", "mamba", "mamba"])",
         "layer_types: names layers of 'mamba'"},
        {R"("layer_types": ["full_attention", "linear_attention", "full_attention", "conv"])",
         "layer_types: names layers of 'linear_attention'"},
        {R"("layers_block_type": ["attention", "hybrid"])",
         "layers_block_type: names layers of 'hybrid'"},
        {R"("_block_types": ["recurrent", "recurrent", "attention"])",
         "_block_types: names layers of 'recurrent'"},
    };
    for (const Case& one : cases)
        for (const char* type : {"ours", "llama"})
            EXPECT_EQ(refusalOf("\"model_type\": \"" + std::string(type) + '"', one.line),
                      "f:2: " + std::string(one.sentence) + kAlone);
}

TEST(OtherLayers, ALongNameIsCutShort)
{
    const std::string said = refusalOf(
        R"("model_type": "ours")", R"("layer_types": ["mamba)" + std::string(60'000, 'x') + "\"]");
    EXPECT_NE(said.find("names layers of 'mambaxxx"), std::string::npos) << said;
    EXPECT_LT(said.size(), 1000u);
}

TEST(OtherLayers, LayersOfTheirOwnSizesAreRefused)
{
    EXPECT_EQ(
        refusalOf(R"("model_type": "ours")", R"("block_configs": [{"ffn": {"no_op": true}}])"),
        "f:2: block_configs: gives each layer sizes of its own; those of a strategy are all "
        "alike\n");
    EXPECT_EQ(refusalOf(R"("model_type": "nemotron-nas")"),
              "f:1: model_type: is nemotron-nas, which gives each layer sizes of its own; those "
              "of a strategy are all alike\n");
}

TEST(OtherLayers, OfSeveralModelsThatOfTheLanguageCounts)
{
    const auto read = [](const std::string& inside, const std::string& beside) {
        return kHuggingFace.import({"{" + beside + "\"model_type\": \"whole\", \"text_config\": {\n"
                                        + inside + ",\n" + kPlainSizes + "}}",
                                    {}});
    };
    EXPECT_EQ(toText(read(R"("model_type": "qwen3_5_moe_text")", "")),
              std::string("f:2: text_config.model_type: is qwen3_5_moe_text, which has layers of "
                          "linear attention")
                  + kAlone);
    EXPECT_TRUE(read(R"("model_type": "llama")", R"("vision_config": {"lru_width": 8},)").strategy);
}

TEST(OtherLayers, ModelsWithoutSuchLayersAreRead)
{
    for (
        const char* line :
        {R"("attn_type_list": [1, 1, 1, 1])", R"("ssm_state_size": null)", R"("mamba_expand": 0)",
         R"("layer_types": ["full_attention", "sliding_attention", "attention", "chunked_attention"])",
         R"("block_types": ["attention"])", R"("hybrid_override_pattern": null)"}) {
        const ImportResult result = kHuggingFace.import(
            {std::string(R"({"model_type": "llama", )") + line + "," + kPlainSizes + "}", {}});
        EXPECT_TRUE(result.strategy) << line << toText(result);
    }
    // Granite 4 without state-space layers is of the same type as with them.
    EXPECT_EQ(refusalOf(R"("model_type": "granitemoehybrid")",
                        R"("layer_types": ["mamba", "mamba", "mamba", "attention"])"),
              std::string("f:2: layer_types: names layers of 'mamba'") + kAlone);
    const ImportResult granite = kHuggingFace.import(
        {std::string(R"({"model_type": "granitemoehybrid", "mamba_d_state": 256,
            "layer_types": ["attention", "attention", "attention", "attention"],
            "shared_intermediate_size": 2048, "num_local_experts": 0, )")
             + kPlainSizes + "}",
         {}});
    ASSERT_TRUE(granite.strategy) << toText(granite);
    EXPECT_EQ(granite.strategy->model->ffnHidden, 2048);
    EXPECT_EQ(granite.strategy->model->experts, 0);
}

} // namespace
} // namespace strategy
