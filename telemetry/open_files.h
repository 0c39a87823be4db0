// ZeroMQ aborts the process where the kernel gives it no more files, so there must be room
// before it starts.

#pragma once

#include "telemetry/result.h"

#include <cstddef>
#include <optional>

namespace telemetry {

inline constexpr std::size_t kFilesOfAContext = 24; // a ZeroMQ context with a few sockets

// Sees to it that this process can open `more` files beside those it has open, raising the soft
// limit (`ulimit -n`) as far as the hard one where it must. Empty when it can; otherwise why not
// and what to do.
std::optional<Error> makeRoomForFiles(std::size_t more);

} // namespace telemetry
