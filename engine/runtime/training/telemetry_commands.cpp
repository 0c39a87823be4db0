#include "engine/runtime/training/telemetry_commands.h"

namespace training {

plan::Result<std::unique_ptr<TelemetryCommands>>
TelemetryCommands::open(const telemetry::Connection& connection)
{
    auto control = telemetry::ControlRank::open(connection);
    if (!control)
        return plan::Error{control.error().message};
    return std::unique_ptr<TelemetryCommands>(new TelemetryCommands(std::move(*control)));
}

TelemetryCommands::TelemetryCommands(std::unique_ptr<telemetry::ControlRank> control)
    : m_control(std::move(control))
{
}

std::optional<Command> TelemetryCommands::poll() { return m_control->poll(); }

void TelemetryCommands::answer(const std::string& sentence, bool accepted)
{
    m_control->answer(sentence, accepted);
}

} // namespace training
