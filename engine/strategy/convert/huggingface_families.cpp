#include "engine/strategy/convert/huggingface_families.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

constexpr std::array kLlamaKeys = std::to_array<FieldKey>({
    {"model.hidden", "hidden_size"},
    {"model.ffn_hidden", "intermediate_size"},
    {"model.layers", "num_hidden_layers"},
    {"model.heads", "num_attention_heads"},
    {"model.kv_heads", "num_key_value_heads"},
    {"model.head_dim", "head_dim"},
    {"model.vocab", "vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

constexpr std::array kMixtralKeys = std::to_array<FieldKey>({
    {"model.hidden", "hidden_size"},
    {"model.ffn_hidden", "intermediate_size"},
    {"model.layers", "num_hidden_layers"},
    {"model.heads", "num_attention_heads"},
    {"model.kv_heads", "num_key_value_heads"},
    {"model.head_dim", "head_dim"},
    {"model.experts", "num_local_experts"},
    {"model.experts_per_token", "num_experts_per_tok"},
    {"model.vocab", "vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

constexpr std::array kQwenMoeKeys = std::to_array<FieldKey>({
    {"model.hidden", "hidden_size"},
    {"model.ffn_hidden", "intermediate_size"},
    {"model.layers", "num_hidden_layers"},
    {"model.heads", "num_attention_heads"},
    {"model.kv_heads", "num_key_value_heads"},
    {"model.head_dim", "head_dim"},
    {"model.experts", "num_experts"},
    {"model.experts_per_token", "num_experts_per_tok"},
    {"model.expert_ffn_hidden", "moe_intermediate_size"},
    {"model.expert_every", "decoder_sparse_step"},
    {"model.vocab", "vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

constexpr std::array kDeepSeekKeys = std::to_array<FieldKey>({
    {"model.hidden", "hidden_size"},
    {"model.ffn_hidden", "intermediate_size"},
    {"model.layers", "num_hidden_layers"},
    {"model.heads", "num_attention_heads"},
    {"model.kv_heads", "num_key_value_heads"},
    {"model.kv_lora_rank", "kv_lora_rank"},
    {"model.q_lora_rank", "q_lora_rank"},
    {"model.nope_head_dim", "qk_nope_head_dim"},
    {"model.rope_head_dim", "qk_rope_head_dim"},
    {"model.v_head_dim", "v_head_dim"},
    {"model.experts", "n_routed_experts"},
    {"model.experts_per_token", "num_experts_per_tok"},
    {"model.expert_ffn_hidden", "moe_intermediate_size"},
    {"model.shared_experts", "n_shared_experts"},
    {"model.dense_layers", "first_k_dense_replace"},
    {"model.expert_every", "moe_layer_freq"},
    {"model.mtp_layers", "num_nextn_predict_layers"},
    {"model.vocab", "vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

constexpr std::array kGpt2Keys = std::to_array<FieldKey>({
    {"model.hidden", "n_embd"},
    {"model.ffn_hidden", "n_inner"},
    {"model.layers", "n_layer"},
    {"model.heads", "n_head"},
    {"model.vocab", "vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

constexpr std::array kNeoxKeys = std::to_array<FieldKey>({
    {"model.hidden", "hidden_size"},
    {"model.ffn_hidden", "intermediate_size"},
    {"model.layers", "num_hidden_layers"},
    {"model.heads", "num_attention_heads"},
    {"model.vocab", "vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

constexpr std::array kOptKeys = std::to_array<FieldKey>({
    {"model.hidden", "hidden_size"},
    {"model.ffn_hidden", "ffn_dim"},
    {"model.layers", "num_hidden_layers"},
    {"model.heads", "num_attention_heads"},
    {"model.vocab", "vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

constexpr std::array kBloomKeys = std::to_array<FieldKey>({
    {"model.hidden", "hidden_size"},
    {"model.layers", "n_layer"},
    {"model.heads", "n_head"},
    {"model.vocab", "vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

constexpr std::array kMptKeys = std::to_array<FieldKey>({
    {"model.hidden", "d_model"},
    {"model.layers", "n_layers"},
    {"model.heads", "n_heads"},
    {"model.vocab", "vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

constexpr std::string_view kLength = "max_position_embeddings";

// A decoder like Llama's: normalised by the root mean square, gated, rotary, untied, no biases.
Model rotaryDecoder(int layers, int hidden, int ffn, int heads, int kvHeads, int vocab, int length)
{
    Model model;
    model.layers = layers;
    model.hidden = hidden;
    model.ffnHidden = ffn;
    model.heads = heads;
    model.kvHeads = kvHeads;
    model.vocab = vocab;
    model.sequence = length;
    model.gatedMlp = true;
    model.tiedEmbeddings = false;
    model.norm = Norm::RmsNorm;
    model.positions = Positions::Rotary;
    model.biases = false;
    return model;
}

// One like GPT-2's: layer norms, biases, learned positions, tied.
Model learnedDecoder(int layers, int hidden, int heads, int vocab, int length)
{
    Model model;
    model.layers = layers;
    model.hidden = hidden;
    model.heads = heads;
    model.vocab = vocab;
    model.sequence = length;
    return model;
}

Model qwen2()
{
    Model model = rotaryDecoder(32, 4096, 22016, 32, 32, 151936, 32768);
    model.qkvBiases = true;
    return model;
}

Model qwen3()
{
    Model model = rotaryDecoder(32, 4096, 22016, 32, 32, 151936, 32768);
    model.headDim = 128;
    model.qkNorm = true;
    return model;
}

Model withExperts(Model model, int experts, int perToken, int ffn)
{
    model.experts = experts;
    model.expertsPerToken = perToken;
    model.expertFfnHidden = ffn;
    return model;
}

// Numbers are those of the configuration classes: what a file means that leaves a key out.
Model qwen2Moe()
{
    Model model = rotaryDecoder(24, 2048, 5632, 16, 16, 151936, 32768);
    model.qkvBiases = true;
    model.sharedExperts = 4;
    return withExperts(model, 60, 4, 1408);
}

Model qwen3Moe()
{
    Model model = rotaryDecoder(24, 2048, 6144, 32, 4, 151936, 32768);
    model.qkNorm = true;
    return withExperts(model, 128, 8, 768);
}

Model latentDecoder(Model model)
{
    model.kvLoraRank = 512;
    model.qLoraRank = 1536;
    model.nopeHeadDim = 128;
    model.ropeHeadDim = 64;
    model.vHeadDim = 128;
    return model;
}

Model deepSeekV3()
{
    Model model = latentDecoder(rotaryDecoder(61, 7168, 18432, 128, 128, 129280, 4096));
    model.sharedExperts = 1;
    model.denseLayers = 3;
    model.mtpLayers = 1;
    return withExperts(model, 256, 8, 2048);
}

Model gemma()
{
    Model model = rotaryDecoder(28, 3072, 24576, 16, 16, 256000, 8192);
    model.headDim = 256;
    model.tiedEmbeddings = true;
    return model;
}

// Only whether there is dropout matters here, for the masks that it keeps; its rate costs nothing.
Model withDropout(Model model)
{
    model.dropout = true;
    return model;
}

Model neox()
{
    Model model = rotaryDecoder(44, 6144, 24576, 64, 0, 50432, 2048);
    model.norm = Norm::LayerNorm;
    model.gatedMlp = false;
    model.biases = true;
    return model;
}

// Their positions are biases of the attention scores, without parameters, like rotary ones.
Model alibiDecoder(Model model, bool biases)
{
    model.positions = Positions::Rotary;
    model.biases = biases;
    return model;
}

Model opt()
{
    Model model = withDropout(learnedDecoder(12, 768, 12, 50272, 2048));
    model.ffnHidden = 3072;
    return model;
}

} // namespace

std::span<const ModelFamily> modelFamilies()
{
    using enum BiasKeys;
    // In an order that matters: of families that say a model equally well, the writer takes the
    // first.
    static const std::array kFamilies = std::to_array<ModelFamily>({
        {"llama", "LlamaForCausalLM", kLlamaKeys, kLength, "attention_dropout", Attention, true,
         false, rotaryDecoder(32, 4096, 11008, 32, 0, 32000, 2048)},
        {"qwen2", "Qwen2ForCausalLM", kLlamaKeys, kLength, "attention_dropout", Fixed, true, false,
         qwen2()},
        {"qwen3", "Qwen3ForCausalLM", kLlamaKeys, kLength, "attention_dropout", Attention, true,
         false, qwen3()},
        {"mixtral", "MixtralForCausalLM", kMixtralKeys, kLength, "attention_dropout", Fixed, true,
         false, withExperts(rotaryDecoder(32, 4096, 14336, 32, 8, 32000, 131072), 8, 2, 0)},
        {"qwen3_moe", "Qwen3MoeForCausalLM", kQwenMoeKeys, kLength, "attention_dropout", Attention,
         true, false, qwen3Moe()},
        {"qwen2_moe", "Qwen2MoeForCausalLM", kQwenMoeKeys, kLength, "attention_dropout", Qkv, true,
         false, qwen2Moe()},
        {"deepseek_v2", "DeepseekV2ForCausalLM", kDeepSeekKeys, kLength, "attention_dropout",
         Attention, true, false,
         latentDecoder(rotaryDecoder(30, 4096, 11008, 32, 32, 102400, 2048))},
        {"deepseek_v3", "DeepseekV3ForCausalLM", kDeepSeekKeys, kLength, "attention_dropout",
         Attention, true, false, deepSeekV3()},
        {"gpt2", "GPT2LMHeadModel", kGpt2Keys, "n_positions", "attn_pdrop", Fixed, true, false,
         withDropout(learnedDecoder(12, 768, 12, 50257, 1024))},
        {"gpt_neox", "GPTNeoXForCausalLM", kNeoxKeys, kLength, "attention_dropout", AttentionOnly,
         true, false, neox()},
        {"opt", "OPTForCausalLM", kOptKeys, kLength, "attention_dropout", EnableBias, true, false,
         opt()},
        {"mistral", "MistralForCausalLM", kLlamaKeys, kLength, "attention_dropout", Fixed, false,
         false, rotaryDecoder(32, 4096, 14336, 32, 8, 32000, 131072)},
        {"gemma", "GemmaForCausalLM", kLlamaKeys, kLength, "attention_dropout", Attention, false,
         false, gemma()},
        {"bloom", "BloomForCausalLM", kBloomKeys, "seq_length", "attention_dropout", Fixed, false,
         true, alibiDecoder(learnedDecoder(2, 64, 8, 250880, 2048), true)},
        {"mpt", "MPTForCausalLM", kMptKeys, "max_seq_len", "resid_pdrop", NoBias, false, true,
         alibiDecoder(learnedDecoder(24, 2048, 16, 50368, 2048), false)},
    });
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
