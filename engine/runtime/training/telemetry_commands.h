// Commands that the supervisor passes on, as a run takes them.

#pragma once

#include "engine/runtime/training/command_relay.h"
#include "telemetry/control_rank.h"

#include <memory>

namespace training {

// Used by the thread of the rank, on world rank 0. Commands arrive on a socket of telemetry's and
// wait there until they are polled.
class TelemetryCommands final : public CommandSource {
public:
    // See telemetry::ControlRank::open().
    static plan::Result<std::unique_ptr<TelemetryCommands>>
    open(const telemetry::Connection& connection);

    std::optional<Command> poll() override;
    void answer(const std::string& sentence, bool accepted) override;

private:
    explicit TelemetryCommands(std::unique_ptr<telemetry::ControlRank> control);

    std::unique_ptr<telemetry::ControlRank> m_control;
};

} // namespace training
