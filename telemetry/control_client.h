// Somebody who gives a live run a command and waits for what it says.

#pragma once

#include "telemetry/control.h"

#include <chrono>
#include <functional>

namespace telemetry {

// Reads the key beside the endpoint's socket, gives the command and waits for the answer:
// at most `deadline`, and no longer than `alive` says that the run lives (asked several
// times a second). The error says why there is no answer.
Result<ControlAnswer> giveCommand(const std::string& endpoint, std::uint64_t run,
                                  const ControlCommand& command, std::chrono::milliseconds deadline,
                                  const std::function<bool()>& alive);

} // namespace telemetry
