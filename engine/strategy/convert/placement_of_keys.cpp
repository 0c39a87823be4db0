#include "engine/strategy/convert/placement_of_keys.h"

#include <algorithm>
#include <set>

namespace strategy {

std::string megatronKey(std::string_view path, const KeyPlaces& places)
{
    const auto found = std::find_if(places.places.begin(), places.places.end(),
                                    [&](const KeyPlace& place) { return place.path == path; });
    if (found != places.places.end())
        return std::string(found->key);
    for (const std::string_view group : places.groups)
        if (path.starts_with(group) && path.substr(group.size()).find('.') == path.npos)
            return std::string(path.substr(group.size()));
    return std::string(path);
}

Settings withMegatronKeys(Settings settings, const KeyPlaces& places)
{
    constexpr std::string_view kNullable = "q_lora_rank"; // null is none; left out, it is 512
    std::set<std::string> taken;
    // Values first: a key that is null in one place and given in another is given.
    for (const bool nulls : {false, true})
        for (Setting& setting : settings.entries) {
            std::string key = megatronKey(setting.key, places);
            if ((setting.value.kind == Node::Kind::Null) != nulls || (nulls && key != kNullable))
                continue;
            if (taken.insert(key).second)
                setting.name = std::exchange(setting.key, std::move(key));
            else if (!nulls)
                setting.again = std::move(key);
        }
    return settings;
}

std::vector<KeptKey> placedKeys(const std::vector<KeptKey>& keys, std::span<const KeptKey> kept,
                                const KeyPlaces& places)
{
    // A key that the file had in two places is written to both, or the two would disagree.
    std::map<std::string, std::vector<std::string>> own; // paths of the file's
    for (const KeptKey& key : kept)
        if (key.text.empty())
            own[megatronKey(key.key, places)].push_back(key.key);
    std::vector<KeptKey> placed;
    std::set<std::string> written;
    for (const KeptKey& key : keys) {
        if (const auto paths = own.find(key.key); paths != own.end()) {
            for (const std::string& path : paths->second)
                if (written.insert(path).second)
                    placed.push_back({path, key.text});
            continue;
        }
        const auto found
            = std::find_if(places.places.begin(), places.places.end(),
                           [&](const KeyPlace& place) { return place.key == key.key; });
        const std::string path = found != places.places.end()
            ? std::string(found->path)
            : std::string(places.groups.front()) + key.key;
        if (!path.empty() && written.insert(path).second)
            placed.push_back({path, key.text});
    }
    // What the strategy says now goes before what the file said.
    std::set<std::string> said; // under whatever path
    for (const KeptKey& key : keys)
        said.insert(key.key);
    for (const KeptKey& key : kept)
        if (!key.text.empty() && !said.contains(megatronKey(key.key, places))
            && written.insert(key.key).second)
            placed.push_back(key);
    return placed;
}

std::map<std::string, std::string, std::less<>> keptByKey(std::span<const KeptKey> kept,
                                                          const KeyPlaces& places)
{
    std::map<std::string, std::string, std::less<>> byKey;
    for (const KeptKey& key : kept)
        if (!key.text.empty())
            byKey.emplace(megatronKey(key.key, places), key.text);
    return byKey;
}

} // namespace strategy
