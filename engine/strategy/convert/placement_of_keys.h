// Where a format of Megatron's family keeps the keys that Megatron's code knows: its groups, and
// the names it has of its own. Internal to this folder.

#pragma once

#include "engine/strategy/convert/exporting.h"
#include "engine/strategy/convert/settings.h"

#include <span>

namespace strategy {

struct KeyPlace {
    std::string_view key;  // Megatron's
    std::string_view path; // in the file
};

struct KeyPlaces {
    // A path stands for a key; of several with one key the first is written.
    std::span<const KeyPlace> places;
    // Groups whose keys are Megatron's otherwise ("model."); the first is what the rest is
    // written to. "" is the top.
    std::span<const std::string_view> groups;
};

// Gives every setting that has a place Megatron's key. Where two stand for one key, the first of
// the file has it, and the other, which keeps its path, is to say the same.
Settings withMegatronKeys(Settings settings, const KeyPlaces& places);

// Megatron's key of a path; the path itself where it has none.
std::string megatronKey(std::string_view path, const KeyPlaces& places);

// The keys under their paths, be it the several that a file had, and the kept ones that nothing was
// set for, behind those of their group.
std::vector<KeptKey> placedKeys(const std::vector<KeptKey>& keys, std::span<const KeptKey> kept,
                                const KeyPlaces& places);

// Of a YAML file of the family, for Exporting::kept.
std::map<std::string, std::string, std::less<>> keptByKey(std::span<const KeptKey> kept,
                                                          const KeyPlaces& places);

} // namespace strategy
