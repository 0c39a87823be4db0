#include "engine/launch/hosts/network.h"

#include <bit>
#include <memory>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netinet/in.h>

namespace launch {

std::string networkOf(const std::string& address)
{
    in_addr wanted = {};
    ifaddrs* list = nullptr;
    if (inet_pton(AF_INET, address.c_str(), &wanted) != 1 || getifaddrs(&list) != 0)
        return {};
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(list, freeifaddrs);
    for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
        if (entry->ifa_addr == nullptr || entry->ifa_netmask == nullptr
            || entry->ifa_addr->sa_family != AF_INET)
            continue;
        const auto* own = reinterpret_cast<const sockaddr_in*>(entry->ifa_addr);
        const auto* mask = reinterpret_cast<const sockaddr_in*>(entry->ifa_netmask);
        if (own->sin_addr.s_addr != wanted.s_addr)
            continue;
        const in_addr network = {wanted.s_addr & mask->sin_addr.s_addr};
        char text[INET_ADDRSTRLEN] = {};
        inet_ntop(AF_INET, &network, text, sizeof text);
        return fmt::format("{}/{}", text, std::popcount(mask->sin_addr.s_addr));
    }
    return {};
}

} // namespace launch
