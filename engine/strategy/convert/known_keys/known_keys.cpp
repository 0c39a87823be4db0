#include "engine/strategy/convert/known_keys/known_keys.h"

namespace strategy {

std::vector<std::string_view> keysIn(std::string_view text)
{
    constexpr std::string_view kBetween = " \n";
    std::vector<std::string_view> keys;
    for (std::size_t at = text.find_first_not_of(kBetween); at != std::string_view::npos;) {
        const std::size_t end = text.find_first_of(kBetween, at);
        keys.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(kBetween, end);
    }
    return keys;
}

KnownKeys::KnownKeys(std::span<const std::span<const KeyGroup>> tables)
{
    for (const std::span<const KeyGroup> table : tables)
        for (const KeyGroup& group : table)
            for (const std::string_view key : keysIn(group.keys))
                m_groups.emplace(key, &group);
}

const KeyGroup* KnownKeys::find(std::string_view key) const
{
    if (const auto found = m_groups.find(key); found != m_groups.end())
        return found->second;
    for (std::size_t end = key.find_first_of("_."); end != std::string_view::npos;
         end = key.find_first_of("_.", end + 1))
        if (const auto found = m_groups.find(std::string(key.substr(0, end + 1)) + '*');
            found != m_groups.end())
            return found->second;
    return nullptr;
}

} // namespace strategy
