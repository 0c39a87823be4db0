// From a run whose processes can meet to the program that starts its ranks.

#pragma once

#include "engine/launch/child_process.h"
#include "engine/launch/progress.h"
#include "engine/launch/underway.h"

namespace launch {

// In the folder of a run on several hosts: a line for each rank, and for each host.
inline constexpr const char* kHostsFile = "hosts.txt";
inline constexpr const char* kHostsAskedFile = "hosts-asked.txt";

// Where ranks run on other hosts: writes the list of their hosts, and asks each of these whether it
// sees the run's folder, reaches this host and has the same programs. The error says what is the
// matter where, in one sentence. `output`: the run's log, for the words of the launcher. On this
// machine there is nothing to ask.
plan::Outcome prepareHosts(const Underway& run, int output, Progress& progress);

// The launcher with the ranks' program, to be started; writes into `output`.
ChildProcess launcherOf(const Underway& run, int output, Progress& progress);

} // namespace launch
