// The commands that change a live run: pause, resume, stop --after-step, checkpoint, slow, swap.

#pragma once

#include "engine/launch/command_line.h"
#include "engine/launch/exit_code.h"
#include "engine/launch/places.h"

namespace launch {

// Gives the command to the run and prints what it answers.
ExitCode controlRun(const ControlRequest& request, const Places& places);

// Where a run takes commands whose sockets are in that folder.
std::string controlEndpoint(const std::filesystem::path& sockets);

} // namespace launch
