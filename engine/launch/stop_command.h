// bubblescope-run stop: ends a run.

#pragma once

#include "engine/launch/command_line.h"

namespace launch {

// Which run, and how.
struct StopRequest {
    std::string run;        // a name, its beginning, or "last"
    bool afterStep = false; // as a command to a live run, see control_command.h
};

// Asks the run's supervisor, or, where that is gone, ends what it left behind. Good, too, where
// the run had ended already; BadInput for a record that is not of this user's own run.
ExitCode stopRun(const StopRequest& request, const Places& places);

void addStopCommand(Commands& commands);

} // namespace launch
