#include "engine/strategy/convert/huggingface_families.h"

#include "engine/strategy/convert/huggingface_defaults.h"
#include "engine/strategy/convert/huggingface_keys.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

using enum BiasKeys;
using enum QueryGroups;

// What types have that a strategy does not; sentences that begin with "model_type".
constexpr std::string_view kPostNorms
    = "has norms behind its blocks, too: two norms a layer are left out";
constexpr std::string_view kSinks
    = "has a sink in each head and windows in every other layer, which are left out";
constexpr std::string_view kFewBiases
    = "has biases in some of its matrices only; they are taken to be in all";
constexpr std::string_view kChunked
    = "has layers that attend within chunks, and vectors that it normalises without weights";

// A dense row and one of experts, as most types are; what is unusual is said by name.
ModelFamily plain(std::string_view type, std::string_view architecture,
                  std::span<const FieldKey> keys, const Model& defaults, BiasKeys biases = Fixed)
{
    return {.type = type,
            .architecture = architecture,
            .keys = keys,
            .biases = biases,
            .biasKey = biases == Qkv ? "attention_bias" : "",
            .defaults = defaults};
}

ModelFamily preferred(ModelFamily family)
{
    family.preferred = true;
    return family;
}

ModelFamily beyond(ModelFamily family, std::string_view sentence)
{
    family.beyond = sentence;
    return family;
}

ModelFamily biasKey(ModelFamily family, BiasKeys biases, std::string_view key)
{
    family.biases = biases;
    family.biasKey = key;
    return family;
}

ModelFamily qkNormKey(ModelFamily family, std::string_view key)
{
    family.qkNormKey = key;
    return family;
}

ModelFamily sideBySide(ModelFamily family, std::string_view key = "", bool byDefault = true)
{
    family.parallelKey = key;
    family.parallel = byDefault;
    return family;
}

ModelFamily groups(ModelFamily family, QueryGroups kind)
{
    family.groups = kind;
    return family;
}

ModelFamily alibi(ModelFamily family)
{
    family.alibi = true;
    return family;
}

ModelFamily named(ModelFamily family, std::string_view lengthKey, std::string_view dropoutKey)
{
    family.lengthKey = lengthKey;
    family.dropoutKey = dropoutKey;
    return family;
}

// In an order that matters: of families that say a model equally well, the writer takes the first.
const std::array kPreferred = std::to_array<ModelFamily>({
    plain("llama", "LlamaForCausalLM", kLlamaKeys,
          rotaryDecoder({32, 4096, 11008, 32, 0, 32000, 2048}), Attention),
    plain("qwen2", "Qwen2ForCausalLM", kLlamaKeys,
          withQkvBiases(rotaryDecoder({32, 4096, 22016, 32, 32, 151936, 32768}))),
    plain("qwen3", "Qwen3ForCausalLM", kLlamaKeys,
          withQkNorm(withHeadDim(rotaryDecoder({32, 4096, 22016, 32, 32, 151936, 32768}), 128)),
          Attention),
    plain("mixtral", "MixtralForCausalLM", kMixtralKeys,
          withExperts(rotaryDecoder({32, 4096, 14336, 32, 8, 32000, 131072}), 8, 2)),
    plain("qwen3_moe", "Qwen3MoeForCausalLM", kQwenMoeKeys,
          withExperts(withQkNorm(rotaryDecoder({24, 2048, 6144, 32, 4, 151936, 32768})), 128, 8,
                      768),
          Attention),
    biasKey(plain("qwen2_moe", "Qwen2MoeForCausalLM", kQwenMoeKeys,
                  withSharedExperts(
                      withExperts(withQkvBiases(rotaryDecoder({24, 2048, 5632, 16, 16, 151936,
                                                               32768})),
                                  60, 4, 1408),
                      4, 0)),
            Qkv, "qkv_bias"),
    plain("deepseek_v2", "DeepseekV2ForCausalLM", kDeepSeekV2Keys,
          withLatentAttention(rotaryDecoder({30, 4096, 11008, 32, 32, 102400, 2048})), Attention),
    plain("deepseek_v3", "DeepseekV3ForCausalLM", kDeepSeekKeys,
          [] {
              Model model = withLatentAttention(
                  rotaryDecoder({61, 7168, 18432, 128, 128, 129280, 4096}));
              model.mtpLayers = 1;
              return withSharedExperts(withExperts(model, 256, 8, 2048), 1, 3);
          }(),
          Attention),
    named(plain("gpt2", "GPT2LMHeadModel", kGpt2Keys,
                withDropout(learnedDecoder({12, 768, 0, 12, 0, 50257, 1024}))),
          "n_positions", "attn_pdrop"),
    sideBySide(biasKey(plain("gpt_neox", "GPTNeoXForCausalLM", kNeoxKeys,
                             layerNormDecoder({44, 6144, 24576, 64, 0, 50432, 2048}, true)),
                       AttentionOnly, "attention_bias"),
               "use_parallel_residual"),
    biasKey(plain("opt", "OPTForCausalLM", kOptKeys,
                  withDropout(learnedDecoder({12, 768, 3072, 12, 0, 50272, 2048}))),
            All, "enable_bias"),
});

// Written only for a file that was of the type: others say the same as well.
const std::array kOthers = std::to_array<ModelFamily>({
    plain("qwen2_vl", "Qwen2VLForConditionalGeneration", kLlamaKeys,
          withQkvBiases(rotaryDecoder({80, 8192, 29568, 64, 8, 152064, 32768}))),
    plain("qwen2_5_vl", "Qwen2_5_VLForConditionalGeneration", kLlamaKeys,
          withQkvBiases(rotaryDecoder({80, 8192, 29568, 64, 8, 152064, 32768}))),
    plain("qwen3_vl_text", "Qwen3VLForConditionalGeneration", kLlamaKeys,
          withQkNorm(withHeadDim(rotaryDecoder({32, 4096, 22016, 32, 32, 151936, 128000}), 128)),
          Attention),
    plain("qwen3_vl_moe_text", "Qwen3VLMoeForConditionalGeneration", kQwenMoeKeys,
          withExperts(withQkNorm(rotaryDecoder({24, 2048, 5632, 16, 16, 151936, 128000})), 60, 4,
                      1408),
          Attention),
    plain("mistral", "MistralForCausalLM", kLlamaKeys,
          rotaryDecoder({32, 4096, 14336, 32, 8, 32000, 131072})),
    plain("gemma", "GemmaForCausalLM", kLlamaKeys,
          tied(withHeadDim(rotaryDecoder({28, 3072, 24576, 16, 16, 256000, 8192}), 256)),
          Attention),
    beyond(plain("gemma2", "Gemma2ForCausalLM", kLlamaKeys,
                 tied(withHeadDim(rotaryDecoder({26, 2304, 9216, 8, 4, 256000, 8192}), 256)),
                 Attention),
           kPostNorms),
    beyond(plain("gemma3_text", "Gemma3ForCausalLM", kLlamaKeys,
                 tied(withQkNorm(
                     withHeadDim(rotaryDecoder({26, 2304, 9216, 8, 4, 262208, 131072}), 256))),
                 Attention),
           kPostNorms),
    alibi(named(plain("bloom", "BloomForCausalLM", kBloomKeys,
                      tied(layerNormDecoder({2, 64, 0, 8, 0, 250880, 2048}, true))),
                "seq_length", "attention_dropout")),
    alibi(biasKey(named(plain("mpt", "MPTForCausalLM", kMptKeys,
                              tied(layerNormDecoder({24, 2048, 0, 16, 0, 50368, 2048}, false))),
                        "max_seq_len", "resid_pdrop"),
                  NoneOf, "no_bias")),
    sideBySide(
        groups(biasKey(plain("falcon", "FalconForCausalLM", kFalconKeys,
                             tied(layerNormDecoder({32, 4544, 0, 71, 1, 65024, 2048}, false))),
                       All, "bias"),
               Falcon),
        "parallel_attn"),
    groups(named(plain("gpt_bigcode", "GPTBigCodeForCausalLM", kGpt2Keys,
                       withDropout(learnedDecoder({12, 768, 0, 12, 1, 50257, 1024}))),
                 "n_positions", "attn_pdrop"),
           MultiQuery),
    biasKey(plain("starcoder2", "Starcoder2ForCausalLM", kLlamaKeys,
                  tied(layerNormDecoder({30, 3072, 12288, 24, 2, 49152, 4096}, true))),
            All, "use_bias"),
    sideBySide(qkNormKey(plain("phi", "PhiForCausalLM", kLlamaKeys,
                               layerNormDecoder({24, 2048, 8192, 32, 0, 51200, 2048}, true)),
                         "qk_layernorm")),
    plain("phi3", "Phi3ForCausalLM", kLlamaKeys,
          rotaryDecoder({32, 3072, 8192, 32, 0, 32064, 4096})),
    plain(
        "phimoe", "PhiMoEForCausalLM", kMixtralKeys,
        withExperts(gated(layerNormDecoder({32, 4096, 6400, 32, 8, 32064, 131072}, false)), 16, 2),
        Attention),
    sideBySide(qkNormKey(
        plain("cohere", "CohereForCausalLM", kLlamaKeys,
              tied(gated(layerNormDecoder({40, 8192, 22528, 64, 0, 256000, 8192}, false))),
              Attention),
        "use_qk_norm")),
    sideBySide(plain("cohere2", "Cohere2ForCausalLM", kLlamaKeys,
                     tied(gated(layerNormDecoder({40, 8192, 22528, 64, 0, 256000, 8192}, false))),
                     Attention)),
    plain("olmo", "OlmoForCausalLM", kLlamaKeys,
          gated(layerNormDecoder({32, 4096, 11008, 32, 0, 50304, 2048}, false)), Attention),
    plain("olmo2", "Olmo2ForCausalLM", kLlamaKeys,
          withQkNorm(rotaryDecoder({32, 4096, 11008, 32, 0, 50304, 2048})), Attention),
    plain("olmoe", "OlmoeForCausalLM", kOlmoeKeys,
          withExperts(withQkNorm(rotaryDecoder({16, 2048, 2048, 16, 0, 50304, 4096})), 64, 8),
          Attention),
    sideBySide(qkNormKey(biasKey(plain("stablelm", "StableLmForCausalLM", kLlamaKeys,
                                       gated(layerNormDecoder({32, 2560, 6912, 32, 32, 50304, 4096},
                                                              false))),
                                 Qkv, "use_qkv_bias"),
                         "qk_layernorm"),
               "use_parallel_residual", false),
    beyond(sideBySide(named(plain("gptj", "GPTJForCausalLM", kGpt2Keys,
                                  layerNormDecoder({28, 4096, 0, 16, 0, 50400, 2048}, true)),
                            "n_positions", "attn_pdrop")),
           kFewBiases),
    beyond(plain("gpt_neo", "GPTNeoForCausalLM", kGptNeoKeys,
                 learnedDecoder({24, 2048, 0, 16, 0, 50257, 2048})),
           kFewBiases),
    named(plain("dbrx", "DbrxForCausalLM", kDbrxKeys,
                withExperts(gated(layerNormDecoder({24, 2048, 3584, 16, 1, 32000, 2048}, false)), 4,
                            1)),
          "max_seq_len", "resid_pdrop"),
    beyond(biasKey(plain("gpt_oss", "GptOssForCausalLM", kMixtralKeys,
                         [] {
                             Model model = withHeadDim(
                                 rotaryDecoder({36, 2880, 2880, 64, 8, 201088, 131072}), 64);
                             model.biases = true;
                             return withExperts(model, 128, 4);
                         }()),
                   AttentionOnly, "attention_bias"),
           kSinks),
    beyond(plain("llama4_text", "Llama4ForCausalLM", kLlama4Keys,
                 withSharedExperts(
                     withExperts(
                         withHeadDim(rotaryDecoder({48, 5120, 16384, 40, 8, 202048, 131072}), 128),
                         16, 1, 8192),
                     1, 0),
                 Attention),
           kChunked),
    plain("kimi_k2", "DeepseekV3ForCausalLM", kDeepSeekKeys,
          withSharedExperts(withExperts(withLatentAttention(rotaryDecoder(
                                            {61, 7168, 18432, 64, 64, 163840, 131072})),
                                        384, 8, 2048),
                            1, 1),
          Attention),
    plain("deepseek", "DeepseekForCausalLM", kRoutedLlamaKeys,
          rotaryDecoder({30, 4096, 11008, 32, 32, 102400, 2048}), Attention),
    plain("dots1", "Dots1ForCausalLM", kRoutedLlamaKeys,
          withQkNorm(rotaryDecoder({62, 4608, 10944, 32, 32, 152064, 2048})), Attention),
    qkNormKey(
        plain("glm4_moe", "Glm4MoeForCausalLM", kGlmMoeKeys,
              withSharedExperts(withExperts(rotaryDecoder({46, 4096, 10944, 96, 8, 151552, 131072}),
                                            128, 8, 1408),
                                1, 1),
              Qkv),
        "use_qk_norm"),
    plain("glm", "GlmForCausalLM", kLlamaKeys,
          withQkvBiases(withHeadDim(rotaryDecoder({40, 4096, 13696, 32, 2, 151552, 131072}), 128)),
          Qkv),
    beyond(plain("glm4", "Glm4ForCausalLM", kLlamaKeys,
                 withQkvBiases(
                     withHeadDim(rotaryDecoder({40, 4096, 13696, 32, 2, 151552, 131072}), 128)),
                 Qkv),
           kPostNorms),
    groups(
        biasKey(named(plain("chatglm", "ChatGLMModel", kGlmKeys,
                            withHeadDim(rotaryDecoder({28, 4096, 13696, 32, 1, 65024, 2048}), 128)),
                      "seq_length", "attention_dropout"),
                Qkv, "add_qkv_bias"),
        Glm),
    biasKey(plain("internlm2", "InternLM2ForCausalLM", kLlamaKeys,
                  rotaryDecoder({32, 4096, 11008, 32, 0, 103168, 2048})),
            All, "bias"),
    biasKey(plain("internlm3", "InternLM3ForCausalLM", kLlamaKeys,
                  rotaryDecoder({32, 4096, 11008, 32, 0, 128512, 32768})),
            Qkv, "qkv_bias"),
    plain("granite", "GraniteForCausalLM", kLlamaKeys,
          rotaryDecoder({32, 4096, 11008, 32, 0, 32000, 2048}), Attention),
    plain("granitemoe", "GraniteMoeForCausalLM", kMixtralKeys,
          withExperts(rotaryDecoder({32, 4096, 11008, 32, 0, 32000, 2048}), 8, 2), Attention),
    plain("granitemoehybrid", "GraniteMoeHybridForCausalLM", kGraniteHybridKeys,
          tied(rotaryDecoder({32, 4096, 1024, 32, 0, 32000, 2048})), Attention),
    qkNormKey(plain("minimax_m2", "MiniMaxM2ForCausalLM", kMixtralKeys,
                    withExperts(withQkNorm(withHeadDim(
                                    rotaryDecoder({62, 3072, 1536, 48, 8, 200064, 196608}), 128)),
                                256, 8)),
              "use_qk_norm"),
    biasKey(plain("ernie4_5", "Ernie4_5ForCausalLM", kLlamaKeys,
                  tied(withHeadDim(rotaryDecoder({18, 1024, 3072, 16, 2, 103424, 131072}), 128))),
            All, "use_bias"),
    biasKey(plain("ernie4_5_moe", "Ernie4_5_MoeForCausalLM", kErnieMoeKeys,
                  withSharedExperts(
                      withExperts(tied(rotaryDecoder({28, 2560, 12288, 20, 4, 103424, 131072})), 64,
                                  6, 1536),
                      2, 1)),
            All, "use_bias"),
    plain("seed_oss", "SeedOssForCausalLM", kLlamaKeys,
          withQkvBiases(withHeadDim(rotaryDecoder({64, 4096, 27648, 80, 8, 155136, 524288}), 128)),
          Qkv),
    plain("smollm3", "SmolLM3ForCausalLM", kLlamaKeys,
          tied(rotaryDecoder({36, 2048, 11008, 16, 4, 128256, 32768})), Attention),
    plain("nemotron", "NemotronForCausalLM", kLlamaKeys,
          layerNormDecoder({32, 6144, 24576, 48, 0, 256000, 4096}, false), Attention),
    plain("baichuan", "BaichuanForCausalLM", kLlamaKeys,
          rotaryDecoder({32, 4096, 11008, 32, 0, 125696, 4096})),
});

} // namespace

std::span<const ModelFamily> modelFamilies()
{
    static const std::vector<ModelFamily> kFamilies = [] {
        std::vector<ModelFamily> all;
        all.reserve(kPreferred.size() + kOthers.size());
        for (const ModelFamily& family : kPreferred)
            all.push_back(preferred(family));
        all.insert(all.end(), kOthers.begin(), kOthers.end());
        return all;
    }();
    return kFamilies;
}

const ModelFamily* findModelFamily(std::string_view type)
{
    const auto families = modelFamilies();
    const auto found = std::find_if(families.begin(), families.end(),
                                    [&](const ModelFamily& family) { return family.type == type; });
    return found == families.end() ? nullptr : &*found;
}

} // namespace strategy
