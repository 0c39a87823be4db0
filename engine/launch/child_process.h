// Starts one program as a child, cut off from our open files and, unless it is to ask the person
// there, from our terminal.

#pragma once

#include "engine/launch/environment.h"
#include "engine/plan/result.h"

#include <string>
#include <vector>

#include <sys/types.h>

namespace launch {

// What is started. The child has stdin from /dev/null, no signal blocked, and no other descriptor.
struct ChildProcess {
    std::vector<std::string> arguments; // the first is the program's absolute path
    Environment environment;            // all of the child's; ours is not added
    int output = -1;                    // descriptor that becomes stdout and stderr
    bool ownNetwork = false;            // see OwnNetwork; ask whyNot() first
    int errors = -1;                    // descriptor that becomes stderr; -1: `output`
    bool inTerminal = false;            // stays in our session, so that it may ask the person there
};

// The child leads its own session, unless it stays in ours, and gets SIGTERM when the calling
// thread ends, so call it from the thread that lives longest. Fails if the program cannot be
// executed; then nothing is left running.
plan::Result<pid_t> startChild(const ChildProcess& child);

} // namespace launch
