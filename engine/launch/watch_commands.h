// bubblescope-run attach and replay: the frames of a run, read as a viewer reads them.

#pragma once

#include "engine/launch/command_line.h"

namespace launch {

// `run` of both is a run's name, the beginning of one, or "last".
struct AttachRequest {
    std::string run;
    std::string json; // file for the report, "-" for stdout; empty: none
};

struct ReplayRequest {
    std::string run;  // or a path
    std::string json; // as AttachRequest's
};

// Follows a live run from its first step to its end.
ExitCode attachToRun(const AttachRequest& request, const Places& places);

// Reads a recording as fast as it goes.
ExitCode replayRun(const ReplayRequest& request, const Places& places);

void addWatchCommands(Commands& commands);

} // namespace launch
