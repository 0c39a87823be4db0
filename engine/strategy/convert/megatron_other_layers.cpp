// Models of Megatron-LM whose layers are not all attention and MLP.

#include "engine/strategy/convert/huggingface_other_layers.h"
#include "engine/strategy/convert/megatron.h"

#include <array>

namespace strategy {
namespace {

// A letter for each layer: M and G are layers without attention, * has it, - and E are MLPs.
constexpr std::array<std::string_view, 2> kPatterns{"hybrid_layer_pattern",
                                                    "hybrid_override_pattern"};

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

} // namespace

bool refuseMegatronOtherLayers(Importing& importing)
{
    for (const std::string_view key : kPatterns) {
        if (!importing.has(key))
            continue;
        const auto pattern = importing.text(key);
        importing.keep(key);
        if (!pattern || pattern->find_first_of("MG") == std::string::npos)
            continue;
        importing.problem(key, ofKeyOf(Instead::StateSpace));
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
