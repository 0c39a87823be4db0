// Everything a run has started, and how to end it.
//
// The supervisor is a child subreaper: whatever loses its parent below it becomes its
// own child, so no descendant can leave the tree by forking twice or by setsid.

#pragma once

#include "engine/launch/process_identity.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace launch {

// Descendants of `root` that have not ended, without the subtrees of `except`.
std::vector<ProcessEntry> descendantsOf(pid_t root, const std::vector<pid_t>& except = {});

// Living processes that were started with the run's name in their environment, and, where
// `folder` is given, with that folder: see RunMark. A process whose first thread has ended shows no
// environment any more and is not found.
std::vector<ProcessEntry> processesOfRun(const std::string& run, const std::string& folder = {});

// Makes this process the one that orphans below it fall to. False: the kernel refused.
bool becomeSubreaper();

struct EndOptions {
    std::chrono::milliseconds grace{5000};    // between SIGTERM and SIGKILL
    std::chrono::milliseconds patience{5000}; // after SIGKILL
};

// Ends all processes that `living` names, asking it again and again so that those
// started meanwhile are ended too. `reap` is called between looks and must take the
// exit statuses of our own children. Returns how many still live: 0 unless the kernel
// holds one in an uninterruptible call. Returns at the latest after grace + patience.
std::size_t endProcesses(const std::function<std::vector<ProcessEntry>()>& living,
                         const std::function<void()>& reap, const EndOptions& options);

} // namespace launch
