// The two directions of Accelerate's YAML. Internal to this folder.

#pragma once

#include "engine/strategy/convert/format.h"

namespace strategy {

// Accelerate launches one of several back ends; the key distributed_type says which one's settings
// count. Both directions work as Format::import and Format::write say.
ImportResult importAccelerate(const ImportInput& input);
ExportResult writeAccelerate(const Strategy& strategy, std::span<const KeptKey> kept);

} // namespace strategy
