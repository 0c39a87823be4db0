// How far tokens of a config.json's model see, and what else its attention has.

#include "engine/strategy/convert/huggingface_reading.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

using enum Remark::Kind;

constexpr std::array<std::string_view, 4> kWindows{
    "sliding_window", "attention_chunk_size", "window_size", "attn_config.sliding_window_size"};

// Which layers have the window; they only mean something beside it.
constexpr std::array<std::string_view, 6> kWindowed{"layer_types",       "sliding_window_pattern",
                                                    "max_window_layers", "attention_layers",
                                                    "attention_types",   "no_rope_layers"};

bool isFlagOff(Importing& importing, std::string_view key)
{
    if (!importing.has(key))
        return false;
    importing.keep(key);
    return !importing.boolean(key).value_or(true);
}

void readWindow(ConfigReading& reading)
{
    Importing& importing = reading.importing;
    // Qwen's files name a window and switch it off beside it.
    const bool isOff = isFlagOff(importing, "use_sliding_window");
    for (const std::string_view key : kWindows) {
        if (!importing.has(key))
            continue;
        importing.keep(key);
        const auto width = importing.whole(key, {-1, 1LL << 30});
        if (isOff || !width || *width <= 0)
            continue;
        if (*width >= reading.model.sequence)
            importing.remark(Kept, key,
                             "is not shorter than the sequence, so that it limits nothing; kept "
                             "for the way back");
        else
            importing.remark(Approximated, key,
                             "limits how far a token sees; a strategy's attention is whole");
    }
    for (const std::string_view key : kWindowed) {
        const Setting* setting = importing.take(key);
        if (setting == nullptr)
            continue;
        importing.keep(key);
        const auto layers = static_cast<std::size_t>(reading.model.layers);
        if (key == "layer_types" && setting->items.size() != layers)
            importing.problem(key,
                              "has " + std::to_string(setting->items.size())
                                  + " entries for a model of " + std::to_string(layers)
                                  + " layers");
        for (const Node& type : setting->items)
            if (key == "layer_types" && type.text.find("attention") == std::string::npos)
                return importing.remark(Approximated, key,
                                        "names layers of '" + type.text
                                            + "'; all are taken to have attention");
    }
}

void readQkNorm(ConfigReading& reading)
{
    constexpr std::array<std::string_view, 4> kKeys{"qk_norm", "use_qk_norm", "qk_layernorm",
                                                    "attn_config.qk_ln"};
    for (const std::string_view key : kKeys) {
        const bool isKnown = reading.family == nullptr || key == reading.family->qkNormKey;
        if (!isKnown)
            continue;
        if (const auto norm = reading.importing.boolean(key))
            reading.model.qkNorm = *norm;
    }
}

// Positions as biases of the scores, which have no parameters, like rotary ones.
void readAlibi(ConfigReading& reading)
{
    bool isAlibi = reading.family != nullptr && reading.family->alibi;
    std::string_view said = "model_type";
    for (const std::string_view key : {"alibi", "attn_config.alibi"})
        if (const auto flag = reading.importing.boolean(key)) {
            reading.importing.keep(key);
            if (isAlibi && !*flag)
                reading.model.positions = Positions::Learned;
            isAlibi = *flag;
            said = key;
        }
    if (isAlibi)
        reading.importing.remark(Approximated, said,
                                 "biases attention scores by distance; 'rotary' stands for it, "
                                 "which has no parameters either");
}

void readSideBySide(ConfigReading& reading)
{
    if (reading.family == nullptr)
        return;
    const std::string_view key = reading.family->parallelKey;
    bool isParallel = reading.family->parallel;
    if (!key.empty() && reading.importing.has(key)) {
        reading.importing.keep(key);
        isParallel = reading.importing.boolean(key).value_or(isParallel);
    }
    if (isParallel)
        reading.importing.remark(
            Approximated, !key.empty() && reading.importing.has(key) ? key : "model_type",
            "has attention and MLP side by side, which tensor ranks add up in one go; a strategy "
            "has one behind the other");
}

} // namespace

void readAttention(ConfigReading& reading)
{
    readQkNorm(reading);
    readAlibi(reading);
    readSideBySide(reading);
    readWindow(reading);
    // That all layers have attention of the softmax, or the file would have been refused.
    if (reading.importing.take("attn_type_list") != nullptr)
        reading.importing.keep("attn_type_list");
    if (reading.family != nullptr && !reading.family->beyond.empty())
        reading.importing.remark(Approximated, "model_type", std::string(reading.family->beyond));
    // The embedding of a few is narrower than their layers.
    if (reading.importing.into("model.embedding_dim", "word_embed_proj_dim")
        && reading.model.embeddingDim == reading.model.hidden)
        reading.model.embeddingDim = 0;
}

} // namespace strategy
