// A run on a machine that is reached by ssh, as a person names it: "login:last",
// "user@login:20261128-101500-1a2b".
//
// What ssh is given as a command is read by a shell over there. So nothing goes into it but words
// that no shell reads as anything else, and a host that could be taken for an option is none.

#pragma once

#include "engine/plan/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace launch {

struct RemoteRun {
    std::string host; // as ssh takes it, with a user in front or without; also a name of its config
    std::string run;  // as the commands over there take it: a name, its beginning, "last", a folder

    bool operator==(const RemoteRun&) const = default;
};

// True for a text with a colon that no slash comes before: a run of another machine, where it names
// one at all.
bool meansRemote(std::string_view text);

// The error is a sentence that says which part is wrong.
plan::Result<RemoteRun> parseRemoteRun(std::string_view text);

// "login", "user@login": what ssh takes as a host and as nothing else.
bool isSshHost(std::string_view text);

// 1 to 4096 of letters, digits and . _ - / + = , @ : — behind a program's name a word to every
// shell, and to no shell more than that. Does not begin with '='; begins with a dash only as an
// option of ours, "--after-step", or as "-" alone.
bool isPlainWord(std::string_view text);

// Has `words`, a program and its arguments, carried out there. Precondition: isSshHost(), and
// isPlainWord() of each word.
std::vector<std::string> sshCommand(const std::string& ssh, const std::string& host,
                                    const std::vector<std::string>& words);

// Makes a socket at `local` lead to `endpoint` as that machine reaches it, for as long as it runs.
// `endpoint`: as telemetry::checkEndpoint() takes it. The error says why ssh cannot lead there.
plan::Result<std::vector<std::string>> tunnelCommand(const std::string& ssh,
                                                     const std::string& host,
                                                     const std::string& local,
                                                     const std::string& endpoint);

} // namespace launch
