// What is whole of a damaged recording, as a recording of its own.

#pragma once

#include "engine/launch/command_line.h"

namespace launch {

struct RecoverRequest {
    std::string run;              // or a path
    std::filesystem::path output; // new or empty folder; empty: in the place for runs
};

// Writes the frames that are good, each once, into a new folder, with the run's record, strategy
// and log as far as they can be read, and says what was left out. The damaged recording is not
// touched. BadInput where there is nothing to recover from, or the run is live.
ExitCode recoverRun(const RecoverRequest& request, const Places& places);

void addRecoverCommand(Commands& commands);

} // namespace launch
