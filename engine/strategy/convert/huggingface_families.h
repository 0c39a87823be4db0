// What a model type of Hugging Face's config.json means, and what it takes for the keys that a
// file leaves out. Internal to this folder.

#pragma once

#include "engine/strategy/convert/importing.h"

#include <span>
#include <string_view>

namespace strategy {

// How its keys say which linear layers have biases.
enum class BiasKeys {
    Fixed,         // not at all: as the defaults have it
    Attention,     // attention_bias, and mlp_bias for the rest
    Qkv,           // qkv_bias: of query, key and value
    AttentionOnly, // attention_bias of the attention; the rest always has them
    EnableBias,    // enable_bias
    NoBias,        // no_bias
};

struct ModelFamily {
    std::string_view type;          // "llama"
    std::string_view architecture;  // "LlamaForCausalLM"
    std::span<const FieldKey> keys; // of the fields that are written as they stand
    std::string_view lengthKey;     // of the most positions
    std::string_view dropoutKey;
    BiasKeys biases = BiasKeys::Fixed;
    bool preferred = true; // false: written only for a file that was of this type
    bool alibi = false;    // positions that strategies do not have
    Model defaults;        // of its configuration class; sequence is the most positions
};

// Those known, the first being what plain models are written as.
std::span<const ModelFamily> modelFamilies();

// nullptr for a type that is not known.
const ModelFamily* findModelFamily(std::string_view type);

} // namespace strategy
