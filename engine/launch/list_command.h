// bubblescope-run list: the runs there are, those that have ended as well as those that go on.

#pragma once

#include "engine/launch/command_line.h"

namespace launch {

struct ListRequest {
    bool json = false; // an array for programs instead of a table for people
    // Whose runs; empty: this machine's. Of another one the list is made there, over ssh.
    std::string host{};
};

// Newest first, on stdout; what is wrong with the catalogue goes to stderr and is no failure.
// WorkFailed where stdout cannot be written.
ExitCode listRuns(const ListRequest& request, const Places& places);

void addListCommand(Commands& commands);

} // namespace launch
