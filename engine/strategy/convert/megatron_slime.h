// What slime sets by itself before it hands its arguments to Megatron-LM. Internal to this folder.

#pragma once

#include "engine/strategy/convert/importing.h"

namespace strategy {

// Adds what slime takes where the arguments say nothing, and tells it, where they are those of
// slime by the keys that only it has. Before importMegatron().
void addSlimeDefaults(Importing& importing);

} // namespace strategy
