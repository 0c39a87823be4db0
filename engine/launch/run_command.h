// bubblescope-run FILE: one run from its file to its report.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/exit_code.h"
#include "engine/launch/run_request.h"

#include <filesystem>

namespace launch {

// Call it while the process has one thread. `ownProgram`: this program's file.
ExitCode runStrategy(const RunRequest& request, const Environment& environment,
                     const std::filesystem::path& ownProgram);

} // namespace launch
