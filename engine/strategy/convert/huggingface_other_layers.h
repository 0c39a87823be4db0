// Models of a config.json whose layers are not all attention and MLP. Internal to this folder.

#pragma once

#include "engine/strategy/convert/settings.h"

#include <optional>

namespace strategy {

// The first key that says so, as a problem: a strategy has no such layers, and would count the
// model wrongly. Nothing where all layers are what a strategy has. Of a file of several models
// that of the language, so to be asked behind unfoldLanguageModel().
std::optional<Problem> otherLayers(const Settings& settings);

inline constexpr std::string_view kAttentionAndMlpAlone
    = "a strategy has layers of attention and MLP alone, and would count this model wrongly";

// Instead of the attention of a layer, or beside it.
enum class Instead { StateSpace, LinearAttention, Recurrence, Convolution, OwnSizes };

// What is said of a key that such layers alone have, and of one that names a model with them.
std::string ofKeyOf(Instead instead);
std::string ofModelWith(Instead instead, const std::string& name);

} // namespace strategy
