#include "engine/launch/control_command.h"

#include "engine/launch/find_run.h"
#include "engine/launch/progress.h"
#include "engine/launch/run_directory.h"
#include "engine/plan/catalog.h"
#include "telemetry/control_client.h"

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

std::string controlEndpoint(const std::filesystem::path& sockets)
{
    return "ipc://" + (sockets / telemetry::kControlSocketName).string();
}

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
    if (run->device == "emulated")
        return refuse(fmt::format("run {} is emulated and takes no commands but stop; only a run "
                                  "with --device cpu does",
                                  run->run),
                      ExitCode::BadInput);
    if (const std::string problem = problemOf(request.command, *run); !problem.empty())
        return refuse(problem, ExitCode::BadInput);
    const auto answer = telemetry::giveCommand(
        controlEndpoint(sessionDirectoriesOf(places, run->run).sockets), run->session,
        request.command, kDeadline, [&] { return isRunning(run->supervisor); });
    if (!answer)
        return refuse(fmt::format("run {}: {}", run->run, answer.error().message),
                      ExitCode::WorkFailed);
    return refuse(fmt::format("run {}: {}", run->run, answer->text),
                  answer->accepted ? ExitCode::Good : ExitCode::WorkFailed);
}

} // namespace launch
