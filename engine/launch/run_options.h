// The options of bubblescope-run FILE.

#pragma once

#include "engine/launch/command_line.h"
#include "engine/launch/run_request.h"

namespace launch {

// The strategy and what goes with it, wherever it is run. `request` must outlive the parsing.
void addStrategyOptions(CLI::App& app, RunRequest& request);

// For a `chosen`: refuses what goes with some devices only, where another was named.
void checkTogether(const RunRequest& request);

// At the root of the command line: a run is no command of its own.
void addRunOptions(Commands& commands);

} // namespace launch
