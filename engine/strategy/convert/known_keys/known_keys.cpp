#include "engine/strategy/convert/known_keys/known_keys.h"

namespace strategy {

KnownKeys::KnownKeys(std::span<const std::span<const KeyGroup>> tables)
{
    constexpr std::string_view kBetween = " \n";
    for (const std::span<const KeyGroup> table : tables)
        for (const KeyGroup& group : table)
            for (std::size_t at = group.keys.find_first_not_of(kBetween);
                 at != std::string_view::npos;) {
                const std::size_t end = group.keys.find_first_of(kBetween, at);
                m_groups.emplace(group.keys.substr(at, end - at), &group);
                at = group.keys.find_first_not_of(kBetween, end);
            }
}

const KeyGroup* KnownKeys::find(std::string_view key) const
{
    if (const auto found = m_groups.find(key); found != m_groups.end())
        return found->second;
    for (std::size_t end = key.find('_'); end != std::string_view::npos;
         end = key.find('_', end + 1))
        if (const auto found = m_groups.find(std::string(key.substr(0, end + 1)) + '*');
            found != m_groups.end())
            return found->second;
    return nullptr;
}

} // namespace strategy
