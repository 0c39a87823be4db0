// bubblescope-run list: the runs there are.

#pragma once

#include "engine/launch/command_line.h"

namespace launch {

struct ListRequest {
    bool json = false;
};

// Newest first, on stdout. WorkFailed where stdout cannot be written.
ExitCode listRuns(const ListRequest& request, const Places& places);

void addListCommand(Commands& commands);

} // namespace launch
