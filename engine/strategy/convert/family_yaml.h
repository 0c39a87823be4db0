// What the YAML files of Megatron's family have in common. Internal to this folder.

#pragma once

#include "engine/strategy/convert/megatron.h"
#include "engine/strategy/convert/placement_of_keys.h"

namespace strategy {

// The file with its references followed and Megatron's keys given; what could not be followed
// is remarked.
Importing importingYaml(std::string_view text, const KeyPlaces& places);

// An export with the kept keys at hand, and the text of what was set.
Exporting exportingYaml(const Strategy& strategy, std::span<const KeptKey> kept,
                        const KeyPlaces& places);
std::string yamlText(const Exporting& exporting, std::span<const KeptKey> kept,
                     const KeyPlaces& places);

} // namespace strategy
