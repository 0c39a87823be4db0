#include "engine/launch/remote/remote_run.h"

#include "engine/options/values.h"
#include "telemetry/endpoint.h"

#include <algorithm>

namespace launch {

namespace {

constexpr std::size_t kMostWord = 4096;

bool isLetterOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isMadeOf(std::string_view text, std::string_view others)
{
    return std::all_of(text.begin(), text.end(), [&](char c) {
        return isLetterOrDigit(c) || others.find(c) != std::string_view::npos;
    });
}

bool isName(std::string_view text)
{
    return !text.empty() && text.size() <= 255 && text.front() != '-' && isMadeOf(text, "._-");
}

// A colon would end it in what ssh is told.
bool isSocketPath(std::string_view path)
{
    return path.starts_with('/') && isPlainWord(path)
        && path.find_first_of(":@,=") == std::string_view::npos;
}

} // namespace

bool meansRemote(std::string_view text)
{
    const auto colon = text.find(':');
    return colon != std::string_view::npos && text.find('/') > colon;
}

bool isSshHost(std::string_view text)
{
    const auto at = text.find('@');
    if (at == std::string_view::npos)
        return isName(text);
    return isName(text.substr(0, at)) && isName(text.substr(at + 1));
}

bool isPlainWord(std::string_view text)
{
    if (text.empty() || text.size() > kMostWord || !isMadeOf(text, "._-/+=,@:"))
        return false;
    if (text.front() == '=')
        return false; // zsh puts the path of a program in its place
    return text.front() != '-' || text == "-" || (text.size() > 2 && text.substr(0, 2) == "--");
}

plan::Result<RemoteRun> parseRemoteRun(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        return plan::Error{options::inQuotes(text)
                           + " names no machine; a run of another one is HOST:RUN"};
    RemoteRun remote{.host = std::string(text.substr(0, colon)),
                     .run = std::string(text.substr(colon + 1))};
    if (!isSshHost(remote.host))
        return plan::Error{options::inQuotes(remote.host)
                           + " is no host as ssh takes one; write HOST:RUN or USER@HOST:RUN, where "
                             "HOST may be a name of your ssh configuration"};
    if (remote.run.empty())
        remote.run = "last";
    if (remote.run.front() == '-' || !isPlainWord(remote.run))
        return plan::Error{options::inQuotes(remote.run)
                           + " is no run of another machine: only letters, digits, '.', '_', '-' "
                             "and '/' can be sent there"};
    return remote;
}

std::vector<std::string> sshCommand(const std::string& ssh, const std::string& host,
                                    const std::vector<std::string>& words)
{
    std::vector<std::string> command = {ssh, "-T", host};
    command.insert(command.end(), words.begin(), words.end());
    return command;
}

plan::Result<std::vector<std::string>> tunnelCommand(const std::string& ssh,
                                                     const std::string& host,
                                                     const std::string& local,
                                                     const std::string& endpoint)
{
    constexpr std::string_view kIpc = "ipc://";
    if (const auto problem = telemetry::checkEndpoint(endpoint))
        return plan::Error{problem->message};
    const bool isTcp = telemetry::isTcp(endpoint);
    const std::string target
        = endpoint.substr(isTcp ? std::string_view("tcp://").size() : kIpc.size());
    if (!isTcp && !isSocketPath(target))
        return plan::Error{"ssh cannot lead to the socket " + options::inQuotes(target)
                           + ": its path has characters that ssh takes for its own"};
    if (!isSocketPath(local))
        return plan::Error{"ssh cannot lead from the socket " + options::inQuotes(local)
                           + ": its path has characters that ssh takes for its own; name another "
                             "folder with XDG_RUNTIME_DIR"};
    // With no connection of the user's own: over one that is shared, ssh ends at once and leaves
    // the forwarding behind.
    return std::vector<std::string>{ssh,
                                    "-S",
                                    "none",
                                    "-N",
                                    "-T",
                                    "-o",
                                    "ExitOnForwardFailure=yes",
                                    "-o",
                                    "StreamLocalBindUnlink=yes",
                                    "-o",
                                    "ServerAliveInterval=15",
                                    "-L",
                                    local + ":" + target,
                                    host};
}

} // namespace launch
