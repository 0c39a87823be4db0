// The models that torchtitan knows by name: a file says "llama3" and "8B", and no sizes.
// Internal to this folder.

#pragma once

#include "engine/strategy/strategy.h"

#include <span>
#include <string_view>

namespace strategy {

struct ModelFlavor {
    std::string_view name;   // "llama3"; also the module it is in
    std::string_view flavor; // "8B"
    Model model;             // as published; the sequence is not the flavour's
};

// A table that is part of the program; the papers that the sizes come from are named there.
std::span<const ModelFlavor> modelFlavors();

// nullptr where it is not known. Names of variants count: "llama3_ft", "llama3_simple_fsdp".
const ModelFlavor* findModelFlavor(std::string_view name, std::string_view flavor);

// The flavour with the sizes of the model, whatever its sequence; nullptr if there is none.
const ModelFlavor* flavorOf(const Model& model);

} // namespace strategy
