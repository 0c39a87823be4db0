// The two directions of torchtitan. Internal to this folder.

#pragma once

#include "engine/strategy/convert/format.h"

namespace strategy {

// From TOML, as configurations were before they became Python; those are not read.
ImportResult importTorchtitan(const ImportInput& input);

// The text of a Python function; nothing here ever runs one.
ExportResult writeTorchtitan(const Strategy& strategy, std::span<const KeptKey> kept);

} // namespace strategy
