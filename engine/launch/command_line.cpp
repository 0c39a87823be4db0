#include "engine/launch/command_line.h"

#include "engine/launch/control_command.h"
#include "engine/launch/describe_command.h"
#include "engine/launch/export_command.h"
#include "engine/launch/list_command.h"
#include "engine/launch/progress.h"
#include "engine/launch/recover_command.h"
#include "engine/launch/run_options.h"
#include "engine/launch/stop_command.h"
#include "engine/launch/submit_command.h"
#include "engine/launch/tunnel_command.h"
#include "engine/launch/watch_commands.h"
#include "engine/options/values.h"

#include <CLI/CLI.hpp>

namespace launch {

ExitCode inPlaces(const ProgramEnvironment& in, const std::function<ExitCode(const Places&)>& act)
{
    const auto places = placesFor(in.environment);
    return places ? act(*places) : refuse(places.error().message, ExitCode::BadInput);
}

void addRun(CLI::App& command, std::string& run, const std::string& about)
{
    options::addText(command, "run", "RUN", run, about)->required();
}

plan::Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments)
{
    Commands commands("bubblescope-run",
                      "Runs a strategy with one MPI process per rank (bubblescope-run FILE), or "
                      "manages runs (a command)");
    addRunOptions(commands);
    addSubmitCommand(commands);
    addListCommand(commands);
    addWatchCommands(commands);
    addStopCommand(commands);
    addControlCommands(commands);
    addTunnelCommand(commands);
    addDescribeCommand(commands);
    addExportCommand(commands);
    addRecoverCommand(commands);
    // Each command has chosen what is to be done by now; nothing is done while words may still be
    // wrong.
    auto help = commands.line().parse(arguments);
    if (!help)
        return help.error();
    return CommandLine{commands.chosen(), help->value_or("")};
}

} // namespace launch
