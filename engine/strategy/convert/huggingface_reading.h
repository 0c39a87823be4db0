// A config.json being read, and the parts of that. Internal to this folder.

#pragma once

#include "engine/strategy/convert/huggingface_families.h"
#include "engine/strategy/convert/importing.h"

#include <string_view>

namespace strategy {

struct ConfigReading {
    Importing& importing;
    Model& model;
    const ModelFamily* family = nullptr; // nullptr: of a type that is not known

    // Whether the file says null there.
    bool isNull(std::string_view key) const;
    // Whether that type has the key for another field than this one.
    bool isOfAnother(std::string_view key, std::string_view field) const;
    // What that type calls the field; empty if it has no key for it.
    std::string_view keyOf(std::string_view field) const;
};

// A file of several models has that of the language in a section: its keys become those of the
// file, and those of the file that say the same thing stand behind "whole.". Empty if there is no
// such section, else its name.
std::string_view unfoldLanguageModel(Settings& settings);
inline constexpr std::string_view kWhole = "whole.";

// Takes the sections of the other models of such a file, which are kept.
void keepOtherModels(ConfigReading& reading);

void readBiases(ConfigReading& reading);
void readQueryGroups(ConfigReading& reading);
void readExperts(ConfigReading& reading);
// How far and how tokens see each other.
void readAttention(ConfigReading& reading);

} // namespace strategy
