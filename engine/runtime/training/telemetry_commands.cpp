#include "engine/runtime/training/telemetry_commands.h"

namespace training {

namespace {

Command::Kind kindOf(telemetry::ControlCommand::Kind kind)
{
    using From = telemetry::ControlCommand::Kind;
    using To = Command::Kind;
    switch (kind) {
    case From::Pause:
        return To::Pause;
    case From::Resume:
        return To::Resume;
    case From::StopAfterStep:
        return To::Stop;
    case From::Checkpoint:
        return To::Checkpoint;
    case From::Slow:
        return To::Slow;
    case From::Swap:
        return To::Swap;
    }
    return To::None;
}

} // namespace

plan::Result<std::unique_ptr<TelemetryCommands>>
TelemetryCommands::open(const std::string& endpoint, std::uint64_t run)
{
    auto control = telemetry::ControlRank::open(endpoint, run);
    if (!control)
        return plan::Error{control.error().message};
    return std::unique_ptr<TelemetryCommands>(new TelemetryCommands(std::move(*control)));
}

TelemetryCommands::TelemetryCommands(std::unique_ptr<telemetry::ControlRank> control)
    : m_control(std::move(control))
{
}

std::optional<Command> TelemetryCommands::poll()
{
    const auto command = m_control->poll();
    if (!command)
        return std::nullopt;
    return Command{kindOf(command->kind), command->rank, command->factor,
                             command->schedule};
}

void TelemetryCommands::answer(const std::string& sentence, bool accepted)
{
    m_control->answer(sentence, accepted);
}

} // namespace training
