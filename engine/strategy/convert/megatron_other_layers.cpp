// Models of Megatron-LM whose layers are not all attention and MLP.

#include "engine/strategy/convert/huggingface_other_layers.h"
#include "engine/strategy/convert/megatron.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

// A letter for each layer: M and G are layers without attention, * is attention alone, - an MLP
// alone, and E one with experts.
constexpr std::array<std::string_view, 2> kPatterns{"hybrid_layer_pattern",
                                                    "hybrid_override_pattern"};

// Keys that count the layers of a pattern, of which two make one of a strategy.
constexpr std::array<std::string_view, 8> kCounting{"num_layers_per_virtual_pipeline_stage",
                                                    "decoder_first_pipeline_num_layers",
                                                    "decoder_last_pipeline_num_layers",
                                                    "num_layers_in_first_pipeline_stage",
                                                    "num_layers_in_last_pipeline_stage",
                                                    "pipeline_model_parallel_layout",
                                                    "recompute_num_layers",
                                                    "moe_layer_freq"};

// What NeMo's examples call such models.
struct Named {
    std::string_view name;
    Instead instead;
};
constexpr std::array kNamed = std::to_array<Named>({
    {"megatron_mamba", Instead::StateSpace},
    {"megatron_jamba", Instead::StateSpace},
    {"megatron_griffin", Instead::Recurrence},
});

// Of a pattern where each attention has an MLP behind it, all of one kind: "*-*-", "*E*E".
bool isOfPairs(std::string_view pattern)
{
    const std::string_view pair = pattern.substr(0, 2);
    if (pair != "*-" && pair != "*E")
        return false;
    for (std::size_t i = 0; i < pattern.size(); ++i)
        if (pattern[i] != pair[i % 2])
            return false;
    return pattern.size() % 2 == 0;
}

// What is wrong with it, or with what stands beside it, is a problem then.
bool isTakenAsPairs(Importing& importing, std::string_view key, const std::string& pattern)
{
    if (!isOfPairs(pattern)) {
        importing.problem(key,
                          "is " + shown(pattern)
                              + ", where layers of attention and MLPs are no pairs, as in *-*- or "
                                "*E*E; a strategy's layers have one of each");
        return false;
    }
    const auto count = importing.whole("num_layers", {1, 2 * kMaxLayers});
    if (count && static_cast<std::size_t>(*count) != pattern.size())
        importing.problem(key,
                          "has " + std::to_string(pattern.size()) + " layers, and num_layers is "
                              + std::to_string(*count) + "; make them equal");
    if ((pattern[1] == 'E') != importing.has("num_experts"))
        importing.problem(key,
                          pattern[1] == 'E'
                              ? "has layers of experts (E), and num_experts is not there"
                              : "has no layers of experts (E), and num_experts is there");
    for (const std::string_view counting : kCounting)
        if (importing.has(counting))
            importing.problem(counting,
                              "counts layers of " + std::string(key)
                                  + ", of which two make one of a strategy; leave it out");
    return importing.isSound();
}

} // namespace

void importMegatronPattern(Importing& importing)
{
    for (const std::string_view key : kPatterns) {
        const std::string pattern = importing.text(key).value_or("");
        if (pattern.empty())
            continue;
        const auto layers = static_cast<int>(pattern.size() / 2);
        importing.strategy.model->layers = layers;
        importing.standsFor("model.layers", key);
        importing.remark(Remark::Kind::Approximated, key,
                         "is taken as " + std::to_string(layers)
                             + " layers, each of an attention and the MLP behind it");
    }
}

bool refuseMegatronOtherLayers(Importing& importing)
{
    for (const std::string_view key : kPatterns) {
        const std::string pattern = importing.text(key).value_or("");
        if (pattern.empty())
            continue;
        if (pattern.find_first_of("MG") != std::string::npos) {
            importing.problem(key, ofKeyOf(Instead::StateSpace));
            return true;
        }
        if (!isTakenAsPairs(importing, key, pattern))
            return true;
    }
    if (importing.has("is_hybrid_model") && isSet(importing, "is_hybrid_model")) {
        importing.problem("is_hybrid_model", ofKeyOf(Instead::StateSpace));
        return true;
    }
    if (importing.has("ngroups_mamba")) {
        importing.problem("ngroups_mamba", ofKeyOf(Instead::StateSpace));
        return true;
    }
    for (const std::string_view section : {"hyena.", "model.hyena."})
        if (const auto hyena = importing.startingWith(section); !hyena.empty()) {
            importing.problem(hyena.front()->key, ofKeyOf(Instead::Convolution));
            return true;
        }
    // Looked at, not taken: what else it says is no matter here.
    for (const Setting* setting : importing.startingWith("name"))
        for (const Named& one : kNamed)
            if (setting->key == "name" && setting->value.text == one.name) {
                importing.problem("name", ofModelWith(one.instead, std::string(one.name)));
                return true;
            }
    return false;
}

} // namespace strategy
