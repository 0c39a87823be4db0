// How long ago this process was started, linking included: for BUBBLESCOPE_TIMING.

#pragma once

#include <chrono>
#include <optional>

namespace gui {

// To within a tick of the kernel's clock, 10 ms; nothing where /proc does not tell.
std::optional<std::chrono::milliseconds> sinceProcessStart();

} // namespace gui
