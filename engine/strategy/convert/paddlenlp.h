// The two directions of PaddleNLP's trainer, and the keys they share. Internal to this folder.

#pragma once

#include "engine/strategy/convert/importing.h"

#include <array>
#include <string_view>

namespace strategy {

inline constexpr std::array kTrainerKeys = std::to_array<FieldKey>({
    {"batch.micro", "per_device_train_batch_size"},
    {"training.seed", "seed"},
    {"training.learning_rate", "learning_rate"},
    {"training.min_learning_rate", "min_learning_rate"},
    {"training.warmup_steps", "warmup_steps"},
    {"training.decay_steps", "decay_steps"},
    {"training.weight_decay", "weight_decay"},
    {"training.beta1", "adam_beta1"},
    {"training.beta2", "adam_beta2"},
    {"training.epsilon", "adam_epsilon"},
    {"training.clip", "max_grad_norm"},
});

inline constexpr std::array kPaddleModel = std::to_array<FieldKey>({
    {"model.hidden", "hidden_size"},
    {"model.ffn_hidden", "intermediate_size"},
    {"model.layers", "num_hidden_layers"},
    {"model.heads", "num_attention_heads"},
    {"model.kv_heads", "num_key_value_heads"},
    {"model.vocab", "vocab_size"},
    {"model.tied_embeddings", "tie_word_embeddings"},
});

inline constexpr std::array kPaddleExperts = std::to_array<FieldKey>({
    {"model.experts", "num_experts"},
    {"model.experts_per_token", "num_experts_per_tok"},
    {"model.expert_ffn_hidden", "moe_intermediate_size"},
});

inline constexpr std::string_view kShardDegree = "sharding_parallel_degree";
inline constexpr std::string_view kAccumulate = "gradient_accumulation_steps";
inline constexpr std::string_view kTopology = "hybrid_parallel_topo_order";

ImportResult importTrainer(const ImportInput& input);
ExportResult writeTrainer(const Strategy& strategy, std::span<const KeptKey> kept);

} // namespace strategy
