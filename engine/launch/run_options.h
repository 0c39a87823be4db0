// The options of bubblescope-run FILE.

#pragma once

#include "engine/launch/command_line.h"

namespace launch {

// At the root of the command line: a run is no command of its own.
void addRunOptions(Commands& commands);

} // namespace launch
