#include "engine/strategy/convert/huggingface_other_layers.h"

#include "engine/strategy/convert/huggingface_reading.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

struct Sign {
    std::string_view word; // of a model_type, of a key, or what a name of layers begins with
    Instead instead;
};

// Types that have such layers whatever else the file says.
constexpr std::array kTypes = std::to_array<Sign>({
    {"mamba", Instead::StateSpace},
    {"mamba2", Instead::StateSpace},
    {"falcon_mamba", Instead::StateSpace},
    {"falcon_h1", Instead::StateSpace},
    {"jamba", Instead::StateSpace},
    {"bamba", Instead::StateSpace},
    {"zamba", Instead::StateSpace},
    {"zamba2", Instead::StateSpace},
    {"nemotron_h", Instead::StateSpace},
    {"plamo2", Instead::StateSpace},
    {"hymba", Instead::StateSpace},
    {"phi4flash", Instead::StateSpace},
    {"qwen3_next", Instead::LinearAttention},
    {"qwen3_5", Instead::LinearAttention},
    {"qwen3_5_moe", Instead::LinearAttention},
    {"qwen3_5_text", Instead::LinearAttention},
    {"qwen3_5_moe_text", Instead::LinearAttention},
    {"kimi_linear", Instead::LinearAttention},
    {"minimax", Instead::LinearAttention},
    {"minimax_text_01", Instead::LinearAttention},
    {"minimax_m1", Instead::LinearAttention},
    {"bailing_moe_linear", Instead::LinearAttention},
    {"olmo_hybrid", Instead::LinearAttention},
    {"retnet", Instead::LinearAttention},
    {"gla", Instead::LinearAttention},
    {"gated_deltanet", Instead::LinearAttention},
    {"rwkv", Instead::Recurrence},
    {"rwkv5", Instead::Recurrence},
    {"rwkv6", Instead::Recurrence},
    {"rwkv7", Instead::Recurrence},
    {"xlstm", Instead::Recurrence},
    {"recurrent_gemma", Instead::Recurrence},
    {"lfm2", Instead::Convolution},
    {"lfm2_moe", Instead::Convolution},
    {"stripedhyena", Instead::Convolution},
    {"evo2", Instead::Convolution},
    {"nemotron-nas", Instead::OwnSizes},
});

// Keys that only such layers have.
constexpr std::array kKeys = std::to_array<Sign>({
    {"hybrid_override_pattern", Instead::StateSpace},
    {"attn_layer_period", Instead::StateSpace},
    {"attn_layer_indices", Instead::StateSpace},
    {"mamba_d_conv", Instead::StateSpace},
    {"mamba_d_ssm", Instead::StateSpace},
    {"mamba_d_state", Instead::StateSpace},
    {"mamba_expand", Instead::StateSpace},
    {"mamba_n_heads", Instead::StateSpace},
    {"mamba_num_heads", Instead::StateSpace},
    {"ssm_cfg", Instead::StateSpace},
    {"ssm_state_size", Instead::StateSpace},
    {"state_size", Instead::StateSpace},
    {"time_step_rank", Instead::StateSpace},
    {"linear_attn_config", Instead::LinearAttention},
    {"linear_conv_kernel_dim", Instead::LinearAttention},
    {"linear_key_head_dim", Instead::LinearAttention},
    {"linear_num_key_heads", Instead::LinearAttention},
    {"linear_num_value_heads", Instead::LinearAttention},
    {"lru_width", Instead::Recurrence},
    {"rwkv_version", Instead::Recurrence},
    {"conv_L_cache", Instead::Convolution},
    {"block_configs", Instead::OwnSizes},
});

// Lists with a name for each layer, or for each of a few that come again and again.
constexpr std::array<std::string_view, 4> kLists{"layer_types", "layers_block_type", "block_types",
                                                 "_block_types"};
constexpr std::array kNames = std::to_array<Sign>({
    {"mamba", Instead::StateSpace},
    {"hybrid", Instead::StateSpace},
    {"ssm", Instead::StateSpace},
    {"linear", Instead::LinearAttention},
    {"recurrent", Instead::Recurrence},
    {"rwkv", Instead::Recurrence},
    {"conv", Instead::Convolution},
});

// Of its layers some types may have none such, and then only carry the keys.
constexpr std::string_view kByItsLayers = "granitemoehybrid";

constexpr std::string_view kAlike = "those of a strategy are all alike";

const Setting* settingOf(const Settings& settings, std::string_view key)
{
    const auto found = std::find_if(settings.entries.begin(), settings.entries.end(),
                                    [&](const Setting& one) { return one.key == key; });
    return found == settings.entries.end() ? nullptr : &*found;
}

bool saysNothing(const Setting& setting)
{
    const std::string& text = setting.value.text;
    return setting.value.kind == Node::Kind::Null || text == "0" || text == "false"
        || (setting.value.kind == Node::Kind::List && setting.items.empty() && !setting.nested);
}

Problem problemOf(const Setting& setting, std::string sentence)
{
    return {setting.line, std::string(setting.shownName()), std::move(sentence)};
}

template <class Signs>
const Sign* signOf(const Signs& signs, std::string_view word)
{
    const auto found = std::find_if(signs.begin(), signs.end(),
                                    [&](const Sign& one) { return one.word == word; });
    return found == signs.end() ? nullptr : &*found;
}

std::optional<Problem> byType(const Settings& settings)
{
    for (const std::string& key : {std::string("model_type"), std::string(kWhole) + "model_type"})
        if (const Setting* setting = settingOf(settings, key))
            if (const Sign* sign = signOf(kTypes, setting->value.text))
                return problemOf(*setting, ofModelWith(sign->instead, shown(setting->value.text)));
    return std::nullopt;
}

std::optional<Problem> byLists(const Settings& settings)
{
    for (const std::string_view key : kLists)
        if (const Setting* setting = settingOf(settings, key))
            for (const Node& layer : setting->items)
                if (std::any_of(kNames.begin(), kNames.end(),
                                [&](const Sign& one) { return layer.text.starts_with(one.word); }))
                    return problemOf(*setting,
                                     "names layers of '" + shown(layer.text) + "'; "
                                         + std::string(kAttentionAndMlpAlone));
    // MiniMax's: 0 for linear attention, 1 for that of the softmax.
    if (const Setting* setting = settingOf(settings, "attn_type_list"))
        if (std::any_of(setting->items.begin(), setting->items.end(),
                        [](const Node& layer) { return layer.text == "0"; }))
            return problemOf(*setting, ofKeyOf(Instead::LinearAttention));
    return std::nullopt;
}

} // namespace

std::string ofKeyOf(Instead instead)
{
    switch (instead) {
    case Instead::StateSpace:
        return "belongs to state-space layers, as Mamba has them; "
            + std::string(kAttentionAndMlpAlone);
    case Instead::LinearAttention:
        return "belongs to layers of linear attention; " + std::string(kAttentionAndMlpAlone);
    case Instead::Recurrence:
        return "belongs to recurrent layers; " + std::string(kAttentionAndMlpAlone);
    case Instead::Convolution:
        return "belongs to layers of convolutions; " + std::string(kAttentionAndMlpAlone);
    case Instead::OwnSizes:
        break;
    }
    return "gives each layer sizes of its own; " + std::string(kAlike);
}

std::string ofModelWith(Instead instead, const std::string& name)
{
    switch (instead) {
    case Instead::StateSpace:
        return "is " + name + ", which has state-space layers (Mamba); "
            + std::string(kAttentionAndMlpAlone);
    case Instead::LinearAttention:
        return "is " + name + ", which has layers of linear attention; "
            + std::string(kAttentionAndMlpAlone);
    case Instead::Recurrence:
        return "is " + name + ", which has recurrent layers; " + std::string(kAttentionAndMlpAlone);
    case Instead::Convolution:
        return "is " + name + ", which has layers of convolutions; "
            + std::string(kAttentionAndMlpAlone);
    case Instead::OwnSizes:
        break;
    }
    return "is " + name + ", which gives each layer sizes of its own; " + std::string(kAlike);
}

std::optional<Problem> otherLayers(const Settings& settings)
{
    if (auto problem = byType(settings))
        return problem;
    if (auto problem = byLists(settings))
        return problem;
    const Setting* type = settingOf(settings, "model_type");
    if (type != nullptr && type->value.text == kByItsLayers) {
        if (settingOf(settings, kLists.front()) == nullptr)
            return problemOf(*type, ofModelWith(Instead::StateSpace, shown(kByItsLayers)));
        return std::nullopt;
    }
    for (const Setting& setting : settings.entries) {
        const std::string_view key = setting.key;
        const Sign* sign = signOf(kKeys, key.substr(0, key.find('.')));
        if (sign != nullptr && !saysNothing(setting))
            return problemOf(setting, ofKeyOf(sign->instead));
    }
    return std::nullopt;
}

} // namespace strategy
