// A TOML text as flat settings. Internal to this folder.

#pragma once

#include "engine/strategy/convert/settings.h"

namespace strategy {

// Numbers keep the kind they have there: 8.0 is no whole number, and "8" is a text. What is
// nested deeper than any configuration is refused before it is parsed.
Settings readToml(std::string_view text);

} // namespace strategy
