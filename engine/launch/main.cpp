// bubblescope-run: starts, supervises and shows runs.

#include "engine/launch/command_line.h"
#include "engine/launch/control_command.h"
#include "engine/launch/export_command.h"
#include "engine/launch/progress.h"
#include "engine/launch/recover_command.h"
#include "engine/launch/run_command.h"
#include "engine/launch/watch_commands.h"

#include <csignal>
#include <cstdio>

namespace {

using launch::ExitCode;

// Carries out each kind of request that needs the places of runs.
struct InPlaces {
    const launch::Places& places;

    ExitCode operator()(const launch::ListRequest& request) const
    {
        return launch::listRuns(request, places);
    }
    ExitCode operator()(const launch::AttachRequest& request) const
    {
        return launch::attachToRun(request, places);
    }
    ExitCode operator()(const launch::StopRequest& request) const
    {
        return launch::stopRun(request, places);
    }
    ExitCode operator()(const launch::ControlRequest& request) const
    {
        return launch::controlRun(request, places);
    }
    ExitCode operator()(const launch::ReplayRequest& request) const
    {
        return launch::replayRun(request, places);
    }
    ExitCode operator()(const launch::ExportRequest& request) const
    {
        return launch::exportRun(request, places);
    }
    ExitCode operator()(const launch::RecoverRequest& request) const
    {
        return launch::recoverRun(request, places);
    }
    ExitCode operator()(const launch::RunRequest&) const { return ExitCode::BadInput; }
    ExitCode operator()(const launch::HelpRequest&) const
    {
        std::fputs(std::string(launch::usage()).c_str(), stdout);
        return ExitCode::Good;
    }
};

ExitCode carryOut(const std::vector<std::string>& arguments)
{
    const auto request = launch::parseCommandLine(arguments);
    if (!request) {
        launch::sayToStderr(request.error().message);
        return ExitCode::BadInput;
    }
    const launch::Environment environment = launch::processEnvironment();
    if (const auto* run = std::get_if<launch::RunRequest>(&*request)) {
        std::error_code error;
        const auto own = std::filesystem::read_symlink("/proc/self/exe", error);
        return launch::runStrategy(*run, environment, own);
    }
    if (std::holds_alternative<launch::HelpRequest>(*request))
        return InPlaces{{}}(launch::HelpRequest{});
    const auto places = launch::placesFor(environment);
    if (!places) {
        launch::sayToStderr(places.error().message);
        return ExitCode::BadInput;
    }
    return std::visit(InPlaces{*places}, *request);
}

} // namespace

int main(int count, char** arguments)
{
    std::signal(SIGPIPE, SIG_IGN);
    return static_cast<int>(carryOut({arguments + 1, arguments + count}));
}
