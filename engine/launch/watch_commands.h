// Commands about runs that exist already.

#pragma once

#include "engine/launch/command_line.h"
#include "engine/launch/exit_code.h"
#include "engine/launch/places.h"

namespace launch {

ExitCode listRuns(const ListRequest& request, const Places& places);

// Follows a live run as a viewer, from its first step to its end.
ExitCode attachToRun(const AttachRequest& request, const Places& places);

// Ends a run: asks its supervisor, or, where that is gone, ends what it left behind.
ExitCode stopRun(const StopRequest& request, const Places& places);

// Reads a recording as fast as it goes.
ExitCode replayRun(const ReplayRequest& request, const Places& places);

} // namespace launch
