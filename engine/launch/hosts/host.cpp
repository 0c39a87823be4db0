#include "engine/launch/hosts/host.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <unistd.h>

namespace launch {

bool isHostName(std::string_view name)
{
    constexpr std::size_t kLongest = 253; // of the domain name system
    return !name.empty() && name.size() <= kLongest && name.front() != '-'
        && std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-' || c == ':';
           });
}

std::string ownHostName()
{
    char own[256] = {};
    gethostname(own, sizeof own - 1);
    return own;
}

bool isThisMachine(std::string_view name)
{
    return name == "localhost" || name == "127.0.0.1" || name == "::1" || name == ownHostName();
}

std::string listOf(const std::vector<std::string>& names, std::size_t most)
{
    const std::size_t shown = names.size() <= most + 1 ? names.size() : most;
    std::string list;
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == names.size();
        list += (i == 0 ? "" : last ? " and " : ", ") + names[i];
    }
    if (shown < names.size())
        list += fmt::format(" and {} more", names.size() - shown);
    return list;
}

} // namespace launch
