// What a model type of Hugging Face's config.json means, and what it takes for the keys that a
// file leaves out. Internal to this folder.

#pragma once

#include "engine/strategy/convert/importing.h"

#include <array>
#include <span>
#include <string_view>

namespace strategy {

// How its keys say which linear layers have biases.
enum class BiasKeys {
    Fixed,         // not at all: as the defaults have it
    Attention,     // attention_bias, and mlp_bias for the rest
    Qkv,           // biasKey: of query, key and value
    AttentionOnly, // biasKey: of the attention; the rest always has them
    All,           // biasKey: of all
    NoneOf,        // biasKey: whether there are none
};

// How its keys say how many heads of keys and values there are.
enum class QueryGroups {
    Counted,    // by their number
    MultiQuery, // multi_query: one, else as many as heads
    Falcon,     // multi_query: one, but for the newer decoder, which counts them
    Glm,        // multi_query_attention: counted, else as many as heads
};

struct ModelFamily {
    std::string_view type;          // "llama"
    std::string_view architecture;  // "LlamaForCausalLM"
    std::span<const FieldKey> keys; // of the fields that are written as they are
    std::string_view lengthKey = "max_position_embeddings"; // of the most positions
    std::string_view dropoutKey = "attention_dropout";
    BiasKeys biases = BiasKeys::Fixed;
    std::string_view biasKey{};
    QueryGroups groups = QueryGroups::Counted;
    std::string_view qkNormKey{};   // whether queries and keys are normalised; empty: no such key
    std::string_view parallelKey{}; // whether a layer's two blocks run side by side; likewise
    bool parallel = false;          // ... by default
    bool preferred = false;         // false: written only for a file that was of this type
    bool alibi = false;             // positions that strategies do not have
    std::string_view beyond{};      // a sentence on what else they do not have; mostly empty
    Model defaults;                 // of its configuration class; sequence is the most positions
};

// The rates of dropout: a strategy only knows whether there is any.
inline constexpr std::array<std::string_view, 12> kDropoutKeys{
    "attention_dropout", "hidden_dropout", "attn_pdrop",        "resid_pdrop",
    "embd_pdrop",        "dropout",        "resid_dropout",     "emb_pdrop",
    "residual_dropout",  "embed_dropout",  "embedding_dropout", "attn_config.attn_pdrop"};

// Those known, the first being what plain models are written as.
std::span<const ModelFamily> modelFamilies();

// nullptr for a type that is not known.
const ModelFamily* findModelFamily(std::string_view type);

} // namespace strategy
