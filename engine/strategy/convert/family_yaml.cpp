#include "engine/strategy/convert/family_yaml.h"

#include "engine/strategy/convert/foreign_configuration.h"
#include "engine/strategy/convert/interpolation.h"

namespace strategy {

Importing importingYaml(std::string_view text, const KeyPlaces& places)
{
    Settings settings = readSettings(text);
    refuseForeign(settings);
    // Before keys are renamed: references name paths of the file.
    const auto unfollowed = followReferences(settings);
    Importing importing(withMegatronKeys(std::move(settings), places));
    for (const Unfollowed& one : unfollowed)
        importing.remarkAt(Remark::Kind::Unresolved, one.line, one.key,
                           "is " + shown(one.text)
                               + ", which is not worked out here; write the value instead");
    return importing;
}

Exporting exportingYaml(const Strategy& strategy, std::span<const KeptKey> kept,
                        const KeyPlaces& places)
{
    Exporting exporting(strategy);
    exporting.kept = keptByKey(kept, places);
    return exporting;
}

std::string yamlText(const Exporting& exporting, std::span<const KeptKey> kept,
                     const KeyPlaces& places)
{
    const std::string& name = exporting.strategy.name;
    return (name.empty() ? "" : "# " + name + '\n')
        + yamlOf(placedKeys(exporting.keys(), kept, places));
}

} // namespace strategy
