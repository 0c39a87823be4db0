// How many devices and nodes a launcher is asked for, whatever it is called. Internal to this
// folder.

#pragma once

#include "engine/strategy/convert/shell_script.h"

#include <span>
#include <string>
#include <vector>

namespace strategy {

struct LaunchedSize {
    std::string name; // "srun -N"
    std::string key;  // nnodes, nproc_per_node; devices for all of them
    ShellWord value;
};

// Of the words before the program; those of torchrun are left to its own flags. A launcher may
// start another, and the innermost comes first.
std::vector<LaunchedSize> launchedSizes(std::span<const ShellWord> words);

} // namespace strategy
