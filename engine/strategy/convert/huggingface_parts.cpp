// The sections of a config.json that describes several models.

#include "engine/strategy/convert/huggingface_reading.h"

#include <algorithm>
#include <array>
#include <set>

namespace strategy {
namespace {

// What the section of the language model is called.
constexpr std::array<std::string_view, 3> kLanguage{"text_config.", "llm_config.",
                                                    "language_config."};

// Beginnings of what describes the others, and how they are joined to the language model.
constexpr std::array<std::string_view, 8> kOtherModels{
    "vision_config.", "audio_config.",     "speech_config.", "visual.",
    "vision_tower.",  "projector_config.", "vit_config.",    "talker_config."};

} // namespace

std::string_view unfoldLanguageModel(Settings& settings)
{
    for (const std::string_view section : kLanguage) {
        std::set<std::string, std::less<>> inside;
        for (const Setting& setting : settings.entries)
            if (setting.key.starts_with(section))
                inside.emplace(setting.key.substr(section.size()));
        // A section of a few words, as some have for their defaults, describes no model.
        if (!std::any_of(inside.begin(), inside.end(), [](const std::string& key) {
                return key.find("layer") != std::string::npos || key == "hidden_size";
            }))
            continue;
        for (Setting& setting : settings.entries) {
            const bool isInside = setting.key.starts_with(section);
            if (!isInside && !inside.contains(setting.key))
                continue;
            setting.name = setting.key;
            setting.key
                = isInside ? setting.key.substr(section.size()) : std::string(kWhole) + setting.key;
        }
        return section;
    }
    return {};
}

void keepOtherModels(ConfigReading& reading)
{
    Importing& importing = reading.importing;
    bool said = false;
    for (const std::string_view section : kOtherModels)
        for (const Setting* setting : importing.startingWith(section)) {
            if (!said)
                importing.remarkAt(Remark::Kind::Approximated, setting->line,
                                   std::string(section.substr(0, section.size() - 1)),
                                   "describes a model beside that of the language; it is left "
                                   "out, with its parameters and times");
            said = true;
            importing.keep(setting->key);
            importing.take(setting->key);
        }
    for (const Setting* setting : importing.startingWith(kWhole))
        importing.ignore(setting->key, "is said of the language model, too; that is what is taken");
}

} // namespace strategy
