// Somebody who gives a live run a command and waits for what it says.

#pragma once

#include "telemetry/connection_file.h"

#include <chrono>
#include <functional>

namespace telemetry {

// Gives the command and waits for the answer: at most `deadline`, and no longer than `alive` says
// that the run lives (asked several times a second). `connection`: of the run, see
// readConnection(). The error says why there is no answer.
Result<ControlAnswer> giveCommand(const Connection& connection, const ControlCommand& command,
                                  std::chrono::milliseconds deadline,
                                  const std::function<bool()>& alive);

} // namespace telemetry
