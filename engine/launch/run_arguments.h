// A run as bubblescope-run would be asked for it on a command line.

#pragma once

#include "engine/launch/run_request.h"

#include <string>
#include <vector>

namespace launch {

// What parseCommandLine() reads as this very request: the words without the program's name.
std::vector<std::string> argumentsOf(const RunRequest& request);

} // namespace launch
