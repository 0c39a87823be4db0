// Configurations of frameworks that have keys in common with those that are read, but are not read
// themselves. Internal to this folder.

#pragma once

#include "engine/strategy/convert/settings.h"

namespace strategy {

// Where the settings are those of GPT-NeoX or OLMo, says so as their one problem: read as
// another's, most of what they say would be left out.
void refuseForeign(Settings& settings);

} // namespace strategy
