#include "engine/launch/control_command.h"

#include "engine/launch/find_run.h"
#include "engine/launch/meeting.h"
#include "engine/launch/progress.h"
#include "engine/launch/rank_command.h"
#include "engine/options/values.h"
#include "engine/plan/catalog.h"
#include "engine/strategy/run_device.h"
#include "telemetry/control_client.h"
#include "telemetry/endpoint.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace launch {

namespace {

using namespace std::chrono_literals;

// A little more than the supervisor waits, which then says what became of the command.
constexpr auto kDeadline = 10min + 5s;

// What is wrong with a command, as far as this side knows; empty: nothing.
std::string problemOf(const telemetry::ControlCommand& command, const RunRecord& run)
{
    using Kind = telemetry::ControlCommand::Kind;
    if (command.kind == Kind::Slow && command.rank >= run.ranks)
        return fmt::format("there is no rank {} in run {}, which has {}", command.rank, run.run,
                           run.ranks);
    if (command.kind == Kind::Swap && plan::findSchedule(command.schedule) == nullptr)
        return fmt::format("there is no schedule named '{}'; bubblescope-plan schedules lists them",
                           command.schedule);
    return {};
}

} // namespace

ExitCode controlRun(const ControlRequest& request, const Places& places)
{
    const auto run = findRun(places, request.run);
    if (!run)
        return refuse(run.error().message, ExitCode::BadInput);
    if (run->state != RunState::Running)
        return refuse(fmt::format("run {} is not live ({}), so it takes no commands", run->run,
                                  textOf(run->state)),
                      ExitCode::BadInput);
    if (const auto ours = checkRecordIsOurs(*run); !ours)
        return refuse(ours.error().message, ExitCode::BadInput);
    const strategy::RunDevice* const device = strategy::findRunDevice(run->device);
    if (device != nullptr && !device->takesCommands)
        return refuse(fmt::format("run {} is {} and takes no commands but stop; only a run with "
                                  "--device cpu does",
                                  run->run, device->word),
                      ExitCode::BadInput);
    if (const std::string problem = problemOf(request.command, *run); !problem.empty())
        return refuse(problem, ExitCode::BadInput);
    const auto connection = connectionOf(*run, places);
    if (!connection)
        return refuse(fmt::format("run {}: {}", run->run, connection.error().message),
                      ExitCode::WorkFailed);
    if (run->elsewhere && !telemetry::isTcp(connection->controlEndpoint))
        return refuse(fmt::format("run {} is {} and takes commands on that host alone", run->run,
                                  standingOf(*run)),
                      ExitCode::BadInput);
    const auto answer = telemetry::giveCommand(*connection, request.command, kDeadline,
                                               [&] { return isLive(*run); });
    if (!answer)
        return refuse(fmt::format("run {}: {}", run->run, answer.error().message),
                      ExitCode::WorkFailed);
    return refuse(fmt::format("run {}: {}", run->run, answer->text),
                  answer->accepted ? ExitCode::Good : ExitCode::WorkFailed);
}

namespace {

using CommandKind = telemetry::ControlCommand::Kind;

// A command that a run takes, with its run; what else it needs the caller adds.
CLI::App& addControl(Commands& commands, const std::string& name, const std::string& about,
                     const std::shared_ptr<ControlRequest>& request, CommandKind kind)
{
    request->command.kind = kind;
    CLI::App& command = addCommand(commands, name, about, request, controlRun);
    command.footer(
        "Waits until the run has answered, at the end of a step, and reports what it did.\n"
        + command.get_footer());
    addRun(command, request->run, "the live run");
    return command;
}

void addSlow(Commands& commands)
{
    const auto request = std::make_shared<ControlRequest>();
    CLI::App& slow = addControl(commands, "slow", "slows a rank down", request, CommandKind::Slow);
    options::addNumber(slow, "rank", "RANK", request->command.rank, 0,
                       static_cast<int>(telemetry::kMaxRanks) - 1, "number of the rank, from 0")
        ->required();
    options::addNumber(slow, "factor", "FACTOR", request->command.factor, 1.0,
                       telemetry::kMostSlowFactor,
                       "how many times as long its ops take; 1 restores full speed")
        ->required();
}

void addSwap(Commands& commands)
{
    const auto request = std::make_shared<ControlRequest>();
    CLI::App& swap = addControl(commands, "swap", "continues with another schedule", request,
                                CommandKind::Swap);
    options::addValue(
        swap, "schedule", "SCHEDULE",
        [request](const std::string& word) -> plan::Outcome {
            request->command.schedule = word;
            return telemetry::problemOf(request->command) ? plan::Outcome(plan::Error{
                       "must be the name of a schedule, not " + options::inQuotes(word)})
                                                          : plan::done();
        },
        "name of the schedule, as listed by `bubblescope-plan schedules`")
        ->required();
}

} // namespace

void addControlCommands(Commands& commands)
{
    const auto request = [] { return std::make_shared<ControlRequest>(); };
    addControl(commands, "pause", "pauses a run between two steps", request(), CommandKind::Pause);
    addControl(commands, "resume", "resumes a paused run", request(), CommandKind::Resume);
    addControl(commands, "checkpoint", "writes a checkpoint", request(), CommandKind::Checkpoint);
    addSlow(commands);
    addSwap(commands);
}

} // namespace launch
