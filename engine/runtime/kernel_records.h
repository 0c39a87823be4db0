// What a device does within its ops as records of the wire.

#pragma once

#include "engine/runtime/kernel_activity.h"
#include "telemetry/wire.h"

#include <string_view>

namespace engine {

telemetry::KernelRecord recordOf(const KernelActivity& kernel);

// The text is cut to its field, and what could act on a terminal is replaced.
telemetry::KernelName kernelName(std::uint32_t number, std::string_view name);

} // namespace engine
