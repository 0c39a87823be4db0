// The two directions of Accelerate's YAML. Internal to this folder.

#pragma once

#include "engine/strategy/convert/format.h"

namespace strategy {

ImportResult importAccelerate(const ImportInput& input);
ExportResult writeAccelerate(const Strategy& strategy, std::span<const KeptKey> kept);

} // namespace strategy
