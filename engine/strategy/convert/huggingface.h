// The two directions of Hugging Face's config.json. Internal to this folder.

#pragma once

#include "engine/strategy/convert/format.h"

namespace strategy {

// Such a file holds a model and nothing of how it is trained: reading one leaves the rest of the
// strategy at its defaults, and writing one remarks what it cannot say. What a file leaves out is
// the default of the configuration class of its model_type (huggingface_families.h).
ImportResult importModelConfig(const ImportInput& input);
ExportResult writeModelConfig(const Strategy& strategy, std::span<const KeptKey> kept);

} // namespace strategy
