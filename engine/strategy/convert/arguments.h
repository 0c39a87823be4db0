// The arguments of the training command of a shell script, as settings. Internal to this
// folder.

#pragma once

#include "engine/strategy/convert/importing.h"
#include "engine/strategy/convert/shell_script.h"

namespace strategy {

// What stands in front of a flag of the launcher (torchrun), in its name and in kept keys.
inline constexpr std::string_view kLauncherPrefix = "torchrun ";

// The key of a flag: without dashes in front and with _ inside, "tensor_model_parallel_size".
std::string flagKey(std::string_view flag);

// The training command is the one with the most flags. Its flags, and before them its
// launcher's, become settings; a flag without a value is "true", several values are a list.
// A flag given again counts as it stands last. Unresolved ones and the rest are remarked.
Importing importArguments(const ShellScript& script);

// What the training command runs, "pretrain_gpt.py"; empty where there is none.
std::string trainingProgram(const ShellScript& script);

} // namespace strategy
