// The commands that change a live run between two steps: pause, resume, stop --after-step,
// checkpoint, slow, swap.

#pragma once

#include "engine/launch/command_line.h"
#include "telemetry/control.h"

namespace launch {

struct ControlRequest {
    std::string run;
    telemetry::ControlCommand command;
};

// Gives the command to the run, waits for the end of its step and says what the run answered.
// BadInput where the run is not live, takes no commands or has no such rank or schedule; WorkFailed
// where it did not do it.
ExitCode controlRun(const ControlRequest& request, const Places& places);

// pause, resume, checkpoint, slow and swap.
void addControlCommands(Commands& commands);

} // namespace launch
