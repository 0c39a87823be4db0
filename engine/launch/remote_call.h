// Asks the bubblescope-run of another machine, by the user's own ssh: with its configuration, its
// agent and, in a terminal, its questions.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/exit_code.h"
#include "engine/launch/remote/remote_run.h"
#include "engine/launch/remote_description.h"

#include <optional>
#include <string>
#include <vector>

namespace launch {

// What it is called there: what BUBBLESCOPE_REMOTE says, else bubblescope-run, from the PATH that
// ssh gives a command. The error is of a variable that cannot be sent.
plan::Result<std::string> remoteProgram(const Environment& environment);

// ssh, in PATH; else a sentence that says what to install.
plan::Result<std::string> findSsh(const Environment& environment);

// Waits for as long as a person may take to answer ssh. The error is a sentence; what ssh and the
// other machine say themselves has gone to stderr by then.
plan::Result<RemoteDescription> describeRemote(const RemoteRun& remote,
                                               const Environment& environment);

// Of a command whose run, its first word, is on another machine, such as {"pause", "login:last"}:
// that machine, and the words to carry out there. nullopt: no command of that kind. The error: one
// that cannot be sent.
struct ForwardedCommand {
    std::string host;
    std::vector<std::string> words; // without the program
};
plan::Result<std::optional<ForwardedCommand>>
forwardedIn(const std::vector<std::string>& arguments);

// Has ssh carry it out there, with our stdout and stderr, and waits for its end; what it ends with.
ExitCode forward(const ForwardedCommand& command, const Environment& environment);

} // namespace launch
