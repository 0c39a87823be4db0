// How a rank introduces itself.

#pragma once

#include "engine/runtime/recorder.h"
#include "telemetry/wire.h"

namespace engine {

// All that a viewer needs to draw a rank of which nothing else is known yet.
telemetry::Hello helloOf(const RecorderOptions& options);

} // namespace engine
