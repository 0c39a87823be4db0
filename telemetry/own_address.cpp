#include "telemetry/own_address.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace telemetry {
namespace {

constexpr in_port_t kAnyPort = 9; // of discard; nothing is sent to it

std::string literalOf(const sockaddr& address)
{
    std::array<char, NI_MAXHOST> text{};
    const socklen_t size
        = address.sa_family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
    if (::getnameinfo(&address, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0)
        return {};
    return text.data();
}

// The address that the kernel's routes choose towards `peer`. Empty: no route, and errno says why.
std::optional<sockaddr_storage> sourceTowards(sockaddr_storage peer, socklen_t size)
{
    if (peer.ss_family == AF_INET6)
        reinterpret_cast<sockaddr_in6&>(peer).sin6_port = htons(kAnyPort);
    else
        reinterpret_cast<sockaddr_in&>(peer).sin_port = htons(kAnyPort);
    const int asking = ::socket(peer.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (asking < 0)
        return {};
    sockaddr_storage source{};
    socklen_t sourceSize = sizeof source;
    const bool found = ::connect(asking, reinterpret_cast<const sockaddr*>(&peer), size) == 0
        && ::getsockname(asking, reinterpret_cast<sockaddr*>(&source), &sourceSize) == 0;
    const int why = errno;
    ::close(asking);
    errno = why;
    return found ? std::optional(source) : std::nullopt;
}

Result<std::string> addressTowards(const std::string& host)
{
    const addrinfo wish{.ai_flags = 0,
                        .ai_family = AF_UNSPEC,
                        .ai_socktype = SOCK_DGRAM,
                        .ai_protocol = 0,
                        .ai_addrlen = 0,
                        .ai_addr = nullptr,
                        .ai_canonname = nullptr,
                        .ai_next = nullptr};
    addrinfo* list = nullptr;
    if (const int refused = ::getaddrinfo(host.c_str(), nullptr, &wish, &list); refused != 0)
        return Error{"the host " + host + " cannot be resolved: " + ::gai_strerror(refused)
                     + "; correct the name, or give the host's address"};
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> found(list, ::freeaddrinfo);
    std::pair<int, std::string> best; // how widely it is known
    std::string nearby;               // what the host is, seen from here, where nothing is better
    std::string why = "it has no IP address";
    for (const addrinfo* each = list; each != nullptr; each = each->ai_next) {
        sockaddr_storage peer{};
        if (each->ai_addrlen > sizeof peer)
            continue;
        std::memcpy(&peer, each->ai_addr, each->ai_addrlen);
        const auto source = sourceTowards(peer, each->ai_addrlen);
        if (!source) {
            why = std::strerror(errno);
            continue;
        }
        const auto& address = reinterpret_cast<const sockaddr&>(*source);
        if (const int reach = reachOf(address); reach > best.first)
            best = {reach, literalOf(address)};
        else if (reach == 0)
            nearby = literalOf(*each->ai_addr);
    }
    if (best.first > 0)
        return best.second;
    if (!nearby.empty())
        return Error{"the host " + host + " is " + nearby
                     + " as seen from here, which other hosts do not reach; give an address of its "
                       "network"};
    return Error{"there is no way from here to the host " + host + ": " + why
                 + "; see to the network, or give another address of the host"};
}

} // namespace

int reachOf(const sockaddr& address)
{
    if (address.sa_family == AF_INET) {
        const auto number = ntohl(reinterpret_cast<const sockaddr_in&>(address).sin_addr.s_addr);
        const auto first = number >> 24;
        if (first == 127 || first == 0 || first >= 224)
            return 0;
        return number >> 16 == 0xa9fe ? 1 : 3; // 169.254
    }
    if (address.sa_family != AF_INET6)
        return 0;
    const in6_addr& number = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
    const bool near = IN6_IS_ADDR_LOOPBACK(&number) || IN6_IS_ADDR_LINKLOCAL(&number)
        || IN6_IS_ADDR_UNSPECIFIED(&number) || IN6_IS_ADDR_MULTICAST(&number)
        || IN6_IS_ADDR_V4MAPPED(&number);
    return near ? 0 : 2;
}

std::vector<std::string> ownAddresses()
{
    ifaddrs* list = nullptr;
    if (::getifaddrs(&list) != 0)
        return {};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> found(list, ::freeifaddrs);
    std::vector<std::pair<int, std::string>> known;
    for (const ifaddrs* each = list; each != nullptr; each = each->ifa_next) {
        constexpr unsigned kUp = IFF_UP | IFF_RUNNING;
        if (each->ifa_addr == nullptr || (each->ifa_flags & kUp) != kUp
            || (each->ifa_flags & IFF_LOOPBACK) != 0)
            continue;
        if (const int reach = reachOf(*each->ifa_addr); reach > 0)
            known.emplace_back(reach, literalOf(*each->ifa_addr));
    }
    std::ranges::stable_sort(known, std::greater{}, &std::pair<int, std::string>::first);
    std::vector<std::string> addresses;
    addresses.reserve(known.size());
    for (auto& [reach, literal] : known)
        addresses.push_back(std::move(literal));
    return addresses;
}

Result<std::string> ownAddress(const std::string& host)
{
    if (!host.empty())
        return addressTowards(host);
    auto addresses = ownAddresses();
    if (addresses.empty())
        return Error{"this host has no address that other hosts reach; see to its network, or give "
                     "the address to use"};
    return std::move(addresses.front());
}

} // namespace telemetry
