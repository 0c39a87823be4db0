#include "engine/launch/remote_call.h"

#include "engine/launch/program_query.h"
#include "engine/launch/progress.h"
#include "engine/launch/rank_command.h"
#include "engine/options/values.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launch {

namespace {

using namespace std::chrono_literals;

constexpr const char* kProgramVariable = "BUBBLESCOPE_REMOTE";
constexpr auto kPatience = 10min; // a person looks for a phone with a code
constexpr int kSshFailed = 255;   // ssh's own exit code; others are of what it carried out
constexpr int kNoSuchProgram = 127;

// Commands whose first word is a run, and which write no file where they are called.
constexpr std::array<std::string_view, 8> kForwarded
    = {"attach", "replay", "stop", "pause", "resume", "checkpoint", "slow", "swap"};

constexpr std::string_view kReport = "--json";
constexpr std::string_view kReportHere = "--json=-";

std::string whyNotReached(const std::string& host)
{
    return fmt::format("ssh does not reach {}, as it says above; try `ssh {} true`", host, host);
}

std::string whyNoProgram(const std::string& host)
{
    return fmt::format("there is no bubblescope-run in the PATH of {}; say with {} where it is "
                       "there",
                       host, kProgramVariable);
}

std::string whyNoAnswer(const RemoteRun& remote, int status)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == kSshFailed)
        return whyNotReached(remote.host);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNoSuchProgram)
        return whyNoProgram(remote.host);
    return fmt::format("{} could not describe run {}, as it says above", remote.host, remote.run);
}

} // namespace

plan::Result<std::string> remoteProgram(const Environment& environment)
{
    const std::string program = valueOf(environment, kProgramVariable).value_or("bubblescope-run");
    if (program.front() == '-' || program.find('=') != std::string::npos || !isPlainWord(program))
        return plan::Error{fmt::format("{}: {} cannot be sent to another machine: only letters, "
                                       "digits, '.', '_', '-' and '/' can",
                                       kProgramVariable, options::inQuotes(program))};
    return program;
}

plan::Result<std::string> findSsh(const Environment& environment)
{
    const auto ssh = findProgram("ssh", valueOf(environment, "PATH").value_or(""));
    if (!ssh)
        return plan::Error{"there is no ssh in PATH, which leads to the other machine; on Debian "
                           "it is in openssh-client"};
    return ssh->string();
}

plan::Result<RemoteDescription> describeRemote(const RemoteRun& remote,
                                               const Environment& environment)
{
    const auto ssh = findSsh(environment);
    if (!ssh)
        return ssh.error();
    const auto program = remoteProgram(environment);
    if (!program)
        return program.error();
    const auto answer = askProgram(
        {.arguments = sshCommand(*ssh, remote.host, {*program, "describe", remote.run}),
         .environment = environment,
         .errors = STDERR_FILENO,
         .inTerminal = true},
        kPatience);
    if (const auto* none = std::get_if<NoAnswer>(&answer))
        return plan::Error{none->isLate() ? "ssh to " + remote.host + " has not answered in time"
                                          : none->why};
    const auto& given = std::get<ProgramAnswer>(answer);
    if (!given.isGood())
        return plan::Error{whyNoAnswer(remote, given.status)};
    auto description = parseRemoteDescription(given.output);
    if (!description)
        return plan::Error{fmt::format("what {} says of the run {} {}", remote.host, remote.run,
                                       description.error().message)};
    return description;
}

plan::Result<std::optional<ForwardedCommand>> forwardedIn(const std::vector<std::string>& arguments)
{
    if (arguments.empty()
        || std::find(kForwarded.begin(), kForwarded.end(), arguments[0]) == kForwarded.end())
        return std::optional<ForwardedCommand>();
    const auto run = std::find_if(arguments.begin() + 1, arguments.end(),
                                  [](const auto& word) { return !word.starts_with('-'); });
    std::error_code ignored;
    if (run == arguments.end() || !meansRemote(*run)
        || (arguments[0] == "replay" && std::filesystem::exists(*run, ignored)))
        return std::optional<ForwardedCommand>();
    const auto remote = parseRemoteRun(*run);
    if (!remote)
        return remote.error();
    ForwardedCommand command{.host = remote->host, .words = {}};
    for (auto word = arguments.begin(); word != arguments.end(); ++word) {
        // The one file that a command writes where it is carried out.
        const bool names = word->starts_with(kReport) && *word != kReport && *word != kReportHere;
        const bool follows = word != arguments.begin() && *(word - 1) == kReport && *word != "-";
        if (names || follows)
            return plan::Error{"--json: the report of a run on another machine goes to stdout "
                               "alone; give --json -"};
        command.words.push_back(word == run ? remote->run : *word);
        if (!isPlainWord(command.words.back()))
            return plan::Error{options::inQuotes(*word)
                               + " cannot be sent to another machine: only letters, digits, '.', "
                                 "'_', '-' and '/' can"};
    }
    return std::optional(std::move(command));
}

ExitCode forward(const ForwardedCommand& command, const Environment& environment)
{
    const auto ssh = findSsh(environment);
    if (!ssh)
        return refuse(ssh.error().message, ExitCode::BadInput);
    const auto program = remoteProgram(environment);
    if (!program)
        return refuse(program.error().message, ExitCode::BadInput);
    std::vector<std::string> words = {*program};
    words.insert(words.end(), command.words.begin(), command.words.end());
    const auto started = startChild({.arguments = sshCommand(*ssh, command.host, words),
                                     .environment = environment,
                                     .output = STDOUT_FILENO,
                                     .errors = STDERR_FILENO,
                                     .inTerminal = true});
    if (!started)
        return refuse(started.error().message, ExitCode::WorkFailed);
    int status = 0;
    while (waitpid(*started, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status) && WEXITSTATUS(status) == kSshFailed)
        return refuse(whyNotReached(command.host), ExitCode::WorkFailed);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNoSuchProgram)
        return refuse(whyNoProgram(command.host), ExitCode::WorkFailed);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return code == static_cast<int>(ExitCode::Good)    ? ExitCode::Good
        : code == static_cast<int>(ExitCode::BadInput) ? ExitCode::BadInput
                                                       : ExitCode::WorkFailed;
}

} // namespace launch
