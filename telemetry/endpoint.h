// Where processes of one run meet: an ipc socket in a directory of ours, or the
// loopback interface.

#pragma once

#include "telemetry/result.h"

#include <optional>
#include <string>

namespace telemetry {

// Makes `path` (its parent must exist) a directory that only this user can enter.
// An existing one is accepted if it is a real directory, ours and mode 0700.
// Empty when it is so; otherwise the reason, and nothing was changed.
std::optional<Error> makePrivateDirectory(const std::string& path);

// Empty when telemetry may use the endpoint: "ipc://" and a path of at most 107
// bytes, or "tcp://127.0.0.1:PORT". Otherwise why not and what to do.
std::optional<Error> checkEndpoint(const std::string& endpoint);

} // namespace telemetry
