// What Megatron-DeepSpeed's command line has beside Megatron-LM's, and older names for what both
// have. Internal to this folder.

#pragma once

#include "engine/strategy/convert/importing.h"
#include "engine/strategy/convert/shell_script.h"

namespace strategy {

// Whether the file is one of Megatron-DeepSpeed, by the keys only that has.
bool isMegatronDeepSpeed(const Importing& importing);

// Lets the older and other names count as Megatron-LM's own. Before importMegatron().
void takeOtherNames(Importing& importing);

// Of a model with an encoder and a decoder the encoder alone. Before importMegatron().
void takeEncoder(Importing& importing);

// Adds what the configuration says that --deepspeed_config names: one that the script writes, or
// that lies in the folder. Before importMegatron().
void addDeepSpeedConfig(Importing& importing, const ShellScript& script, const std::string& folder);

// ZeRO and offload as DeepSpeed has them, over what Megatron-LM's keys said.
void importDeepSpeedSharding(Importing& importing);

// Which layers have experts, and how many each token goes to, where the defaults differ.
void importDeepSpeedExperts(Importing& importing);

} // namespace strategy
