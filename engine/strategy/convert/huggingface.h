// The two directions of Hugging Face's config.json. Internal to this folder.

#pragma once

#include "engine/strategy/convert/format.h"

namespace strategy {

ImportResult importModelConfig(const ImportInput& input);
ExportResult writeModelConfig(const Strategy& strategy, std::span<const KeptKey> kept);

} // namespace strategy
