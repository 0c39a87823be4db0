// The two directions of torchtitan. Internal to this folder.

#pragma once

#include "engine/strategy/convert/format.h"

namespace strategy {

ImportResult importTorchtitan(const ImportInput& input);

// The text of a Python function; nothing here ever runs one.
ExportResult writeTorchtitan(const Strategy& strategy, std::span<const KeptKey> kept);

} // namespace strategy
