// Models of Megatron-LM whose layers are not all attention and MLP.

#include "engine/strategy/convert/huggingface_other_layers.h"
#include "engine/strategy/convert/megatron.h"

#include <array>

namespace strategy {
namespace {

// A letter for each layer: M and G are layers without attention, * has it, - and E are MLPs.
constexpr std::array<std::string_view, 2> kPatterns{"hybrid_layer_pattern",
                                                    "hybrid_override_pattern"};

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
        importing.problem(key, ofStateSpaceLayers());
        return true;
    }
    if (importing.has("is_hybrid_model") && isSet(importing, "is_hybrid_model")) {
        importing.problem("is_hybrid_model", ofStateSpaceLayers());
        return true;
    }
    return false;
}

} // namespace strategy
