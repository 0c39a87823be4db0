// The keys of config.json that stand for a field as it is, by the model types that share them.
// Internal to this folder.

#pragma once

#include "engine/strategy/convert/importing.h"

#include <array>

namespace strategy {

template <std::size_t... Sizes>
constexpr auto joinedKeys(const std::array<FieldKey, Sizes>&... parts)
{
    std::array<FieldKey, (Sizes + ...)> all{};
    auto* place = all.data();
    const auto append = [&](const auto& part) {
        for (const FieldKey& one : part)
            *place++ = one;
    };
    (append(parts), ...);
    return all;
}

inline constexpr std::array kSizeKeys = std::to_array<FieldKey>({
    {"model.hidden", "hidden_size"},
    {"model.ffn_hidden", "intermediate_size"},
    {"model.layers", "num_hidden_layers"},
    {"model.heads", "num_attention_heads"},
});
inline constexpr std::array kGroupKeys = std::to_array<FieldKey>({
    {"model.kv_heads", "num_key_value_heads"},
    {"model.head_dim", "head_dim"},
});
inline constexpr std::array kVocabKeys = std::to_array<FieldKey>({
    {"model.vocab", "vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});
inline constexpr auto kLlamaKeys = joinedKeys(kSizeKeys, kGroupKeys, kVocabKeys);
inline constexpr auto kNeoxKeys = joinedKeys(kSizeKeys, kVocabKeys);

// Whose layers of experts are all beside state-space layers: of the others the MLP is the shared
// one.
inline constexpr auto kGraniteHybridKeys
    = joinedKeys(kGroupKeys, kVocabKeys,
                 std::to_array<FieldKey>({{"model.hidden", "hidden_size"},
                                          {"model.ffn_hidden", "shared_intermediate_size"},
                                          {"model.layers", "num_hidden_layers"},
                                          {"model.heads", "num_attention_heads"}}));
inline constexpr auto kMixtralKeys
    = joinedKeys(kLlamaKeys,
                 std::to_array<FieldKey>({{"model.experts", "num_local_experts"},
                                          {"model.experts_per_token", "num_experts_per_tok"}}));
inline constexpr auto kOlmoeKeys
    = joinedKeys(kLlamaKeys,
                 std::to_array<FieldKey>({{"model.experts", "num_experts"},
                                          {"model.experts_per_token", "num_experts_per_tok"}}));
inline constexpr auto kQwenMoeKeys
    = joinedKeys(kOlmoeKeys,
                 std::to_array<FieldKey>({{"model.expert_ffn_hidden", "moe_intermediate_size"},
                                          {"model.expert_every", "decoder_sparse_step"}}));
inline constexpr auto kLlama4Keys
    = joinedKeys(kGroupKeys, kVocabKeys,
                 std::to_array<FieldKey>({{"model.hidden", "hidden_size"},
                                          {"model.ffn_hidden", "intermediate_size_mlp"},
                                          {"model.layers", "num_hidden_layers"},
                                          {"model.heads", "num_attention_heads"},
                                          {"model.experts", "num_local_experts"},
                                          {"model.experts_per_token", "num_experts_per_tok"},
                                          {"model.expert_ffn_hidden", "intermediate_size"},
                                          {"model.expert_every", "interleave_moe_layer_step"}}));

// Of DeepSeek's layers of experts, which others have without its attention.
inline constexpr std::array kRoutedKeys = std::to_array<FieldKey>({
    {"model.experts", "n_routed_experts"},
    {"model.experts_per_token", "num_experts_per_tok"},
    {"model.expert_ffn_hidden", "moe_intermediate_size"},
    {"model.shared_experts", "n_shared_experts"},
    {"model.dense_layers", "first_k_dense_replace"},
});
inline constexpr auto kRoutedLlamaKeys = joinedKeys(kLlamaKeys, kRoutedKeys);
inline constexpr auto kGlmMoeKeys = joinedKeys(
    kRoutedLlamaKeys, std::to_array<FieldKey>({{"model.mtp_layers", "num_nextn_predict_layers"}}));
inline constexpr auto kDeepSeekV2Keys = joinedKeys(
    kSizeKeys,
    std::to_array<FieldKey>({{"model.kv_heads", "num_key_value_heads"},
                             {"model.kv_lora_rank", "kv_lora_rank"},
                             {"model.q_lora_rank", "q_lora_rank"},
                             {"model.nope_head_dim", "qk_nope_head_dim"},
                             {"model.rope_head_dim", "qk_rope_head_dim"},
                             {"model.v_head_dim", "v_head_dim"}}),
    kRoutedKeys, std::to_array<FieldKey>({{"model.expert_every", "moe_layer_freq"}}), kVocabKeys);
inline constexpr auto kDeepSeekKeys = joinedKeys(
    kDeepSeekV2Keys, std::to_array<FieldKey>({{"model.mtp_layers", "num_nextn_predict_layers"}}));
inline constexpr auto kErnieMoeKeys
    = joinedKeys(kLlamaKeys,
                 std::to_array<FieldKey>({{"model.experts", "moe_num_experts"},
                                          {"model.experts_per_token", "moe_k"},
                                          {"model.expert_ffn_hidden", "moe_intermediate_size"},
                                          {"model.shared_experts", "moe_num_shared_experts"},
                                          {"model.dense_layers", "moe_layer_start_index"},
                                          {"model.expert_every", "moe_layer_interval"}}));

inline constexpr auto kGpt2Keys
    = joinedKeys(std::to_array<FieldKey>({{"model.hidden", "n_embd"},
                                          {"model.ffn_hidden", "n_inner"},
                                          {"model.layers", "n_layer"},
                                          {"model.heads", "n_head"}}),
                 kVocabKeys);
inline constexpr auto kGptNeoKeys
    = joinedKeys(std::to_array<FieldKey>({{"model.hidden", "hidden_size"},
                                          {"model.ffn_hidden", "intermediate_size"},
                                          {"model.layers", "num_layers"},
                                          {"model.heads", "num_heads"}}),
                 kVocabKeys);
inline constexpr auto kOptKeys
    = joinedKeys(std::to_array<FieldKey>({{"model.hidden", "hidden_size"},
                                          {"model.ffn_hidden", "ffn_dim"},
                                          {"model.layers", "num_hidden_layers"},
                                          {"model.heads", "num_attention_heads"},
                                          {"model.embedding_dim", "word_embed_proj_dim"}}),
                 kVocabKeys);
inline constexpr auto kBloomKeys = joinedKeys(
    std::to_array<FieldKey>(
        {{"model.hidden", "hidden_size"}, {"model.layers", "n_layer"}, {"model.heads", "n_head"}}),
    kVocabKeys);
inline constexpr auto kFalconKeys
    = joinedKeys(std::to_array<FieldKey>({{"model.hidden", "hidden_size"},
                                          {"model.ffn_hidden", "ffn_hidden_size"},
                                          {"model.layers", "num_hidden_layers"},
                                          {"model.heads", "num_attention_heads"},
                                          {"model.kv_heads", "num_kv_heads"}}),
                 kVocabKeys);
inline constexpr auto kMptKeys = joinedKeys(
    std::to_array<FieldKey>(
        {{"model.hidden", "d_model"}, {"model.layers", "n_layers"}, {"model.heads", "n_heads"}}),
    kVocabKeys);
inline constexpr auto kDbrxKeys
    = joinedKeys(kMptKeys,
                 std::to_array<FieldKey>({{"model.kv_heads", "attn_config.kv_n_heads"},
                                          {"model.ffn_hidden", "ffn_config.ffn_hidden_size"},
                                          {"model.experts", "ffn_config.moe_num_experts"},
                                          {"model.experts_per_token", "ffn_config.moe_top_k"}}));
inline constexpr std::array kGlmKeys = std::to_array<FieldKey>({
    {"model.hidden", "hidden_size"},
    {"model.ffn_hidden", "ffn_hidden_size"},
    {"model.layers", "num_layers"},
    {"model.heads", "num_attention_heads"},
    {"model.kv_heads", "multi_query_group_num"},
    {"model.head_dim", "kv_channels"},
    {"model.vocab", "padded_vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

} // namespace strategy
