// bubblescope-run tunnel HOST:RUN: lets this machine watch a run of another one, for as long as the
// command goes on.

#pragma once

#include "engine/launch/command_line.h"

namespace launch {

struct TunnelRequest {
    std::string run;    // "user@login:last"
    bool print = false; // says the line of ssh, for a person to start, and starts nothing
};

// Writes the line of the run to stdout once ssh leads to it, and goes on until SIGINT, SIGTERM or
// SIGHUP: where the way breaks it is opened again. WorkFailed where it cannot be opened at first.
ExitCode openTunnel(const TunnelRequest& request, const ProgramEnvironment& in);

void addTunnelCommand(Commands& commands);

} // namespace launch
