// What a device says of itself as records of the wire.

#pragma once

#include "engine/runtime/device_counters.h"
#include "telemetry/wire.h"

namespace engine {

// A value that is too large for its field is not known.
telemetry::DeviceSample recordOf(const DeviceReading& reading);

// Texts are cut to their fields, and what could act on a terminal is replaced.
telemetry::DeviceInfo recordOf(const DeviceDescription& description);

} // namespace engine
