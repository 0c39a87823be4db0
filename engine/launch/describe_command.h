// bubblescope-run describe RUN: what a viewer on another machine needs, for that machine to read.

#pragma once

#include "engine/launch/command_line.h"

namespace launch {

struct DescribeRequest {
    std::string run;
};

// BadInput where the run is not live, or cannot be reached from this host, or stdout is a terminal:
// what is written holds a key.
ExitCode describeRun(const DescribeRequest& request, const Places& places);

void addDescribeCommand(Commands& commands);

} // namespace launch
