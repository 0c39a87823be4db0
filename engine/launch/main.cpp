// bubblescope-run: starts, supervises and shows runs.

#include "engine/launch/command_line.h"
#include "engine/launch/progress.h"
#include "engine/launch/remote_call.h"

#include <csignal>
#include <cstdio>

namespace {

using launch::ExitCode;

ExitCode carryOut(const std::vector<std::string>& arguments)
{
    const launch::Environment environment = launch::processEnvironment();
    const auto forwarded = launch::forwardedIn(arguments);
    if (!forwarded)
        return launch::refuse(forwarded.error().message, ExitCode::BadInput);
    if (*forwarded)
        return launch::forward(**forwarded, environment);
    const auto line = launch::parseCommandLine(arguments);
    if (!line)
        return launch::refuse(line.error().message, ExitCode::BadInput);
    if (!line->asked) {
        std::fputs(line->help.c_str(), stdout);
        return ExitCode::Good;
    }
    std::error_code error;
    return line->asked->carryOut(
        {environment, std::filesystem::read_symlink("/proc/self/exe", error)});
}

} // namespace

int main(int count, char** arguments)
{
    std::signal(SIGPIPE, SIG_IGN);
    return static_cast<int>(carryOut({arguments + 1, arguments + count}));
}
