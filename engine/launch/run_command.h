// bubblescope-run FILE: one run from its file to its report.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/exit_code.h"
#include "engine/launch/run_request.h"

#include <filesystem>

namespace launch {

// Plans the run, makes its directory, starts its ranks and looks after them to their end; with
// `detach` all but the plan goes on in the background, and this returns once the run can be
// watched. Says on stderr what a person should know. Good where the run completed and all of its
// record is written.
//
// Call it while the process has one thread: it forks. `ownProgram`: this program's file, absolute.
ExitCode runStrategy(const RunRequest& asked, const Environment& environment,
                     const std::filesystem::path& ownProgram);

} // namespace launch
