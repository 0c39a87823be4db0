#include "telemetry/endpoint.h"

#include <cerrno>
#include <cstring>
#include <string_view>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace telemetry {
namespace {

constexpr std::size_t kMaxSocketPath = sizeof(sockaddr_un::sun_path) - 1; // 107

constexpr std::string_view kTcpScheme = "tcp://";

// The family of an IP literal, AF_UNSPEC where it is none.
int familyOf(const std::string& literal, bool& unspecified)
{
    in_addr four{};
    in6_addr six{};
    if (::inet_pton(AF_INET, literal.c_str(), &four) == 1) {
        unspecified = four.s_addr == INADDR_ANY;
        return AF_INET;
    }
    if (::inet_pton(AF_INET6, literal.c_str(), &six) == 1) {
        unspecified = IN6_IS_ADDR_UNSPECIFIED(&six) != 0;
        return AF_INET6;
    }
    return AF_UNSPEC;
}

bool isPort(std::string_view port)
{
    if (port.empty() || port.size() > 5
        || port.find_first_not_of("0123456789") != std::string_view::npos)
        return false;
    const auto number = std::stoul(std::string(port));
    return number >= 1 && number <= 65535;
}

std::optional<Error> checkTcp(const std::string& endpoint, EndpointUse use)
{
    const auto rest = std::string_view(endpoint).substr(kTcpScheme.size());
    const bool bracketed = rest.starts_with('[');
    const auto end = bracketed ? rest.find("]:") : rest.rfind(':');
    if (end == std::string_view::npos)
        return Error{"endpoint " + endpoint
                     + " has no port; write tcp://ADDRESS:PORT, an IPv6 address in brackets"};
    const std::string address(rest.substr(bracketed ? 1 : 0, end - (bracketed ? 1 : 0)));
    const auto port = rest.substr(end + (bracketed ? 2 : 1));
    bool unspecified = false;
    if (familyOf(address, unspecified) != (bracketed ? AF_INET6 : AF_INET))
        return Error{"endpoint " + endpoint
                     + " must have an address, not a name, because names resolve differently on "
                       "other hosts; write tcp://ADDRESS:PORT, an IPv6 address in brackets"};
    if (use == EndpointUse::Connect && unspecified)
        return Error{"endpoint " + endpoint
                     + " stands for all addresses of a host, so nobody can connect to it; give "
                       "one of them"};
    if (!isPort(port) && (use == EndpointUse::Connect || port != "*"))
        return Error{"endpoint " + endpoint + " has no port between 1 and 65535"
                     + (use == EndpointUse::Bind ? "; write one, or * for one that is free"
                                                 : "; write tcp://ADDRESS:PORT")};
    return {};
}

} // namespace

std::optional<Error> makePrivateDirectory(const std::string& path)
{
    const bool made = ::mkdir(path.c_str(), 0700) == 0;
    if (!made && errno != EEXIST)
        return Error{"directory " + path + " cannot be made: " + std::strerror(errno)
                     + "; choose another place"};
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0)
        return Error{"directory " + path + " cannot be looked at: " + std::strerror(errno)};
    if (S_ISLNK(found.st_mode))
        return Error{path + " is a symbolic link; remove it or choose another directory"};
    if (!S_ISDIR(found.st_mode))
        return Error{path + " is not a directory; choose another place"};
    if (found.st_uid != ::geteuid())
        return Error{"directory " + path + " belongs to another user; choose another place"};
    if ((found.st_mode & 0777) != 0700)
        return Error{"directory " + path + " can be entered by others; run chmod 700 on it"};
    return {};
}

std::optional<Error> checkEndpoint(const std::string& endpoint, EndpointUse use)
{
    constexpr std::string_view kIpc = "ipc://";
    if (isTcp(endpoint))
        return checkTcp(endpoint, use);
    if (!endpoint.starts_with(kIpc) || endpoint.size() == kIpc.size())
        return Error{"endpoint \"" + endpoint + "\" is neither ipc://PATH nor tcp://ADDRESS:PORT"};
    const std::size_t length = endpoint.size() - kIpc.size();
    if (length > kMaxSocketPath)
        return Error{"the socket path " + endpoint.substr(kIpc.size()) + " has "
                     + std::to_string(length) + " bytes and the system allows "
                     + std::to_string(kMaxSocketPath) + "; choose a shorter directory"};
    return {};
}

bool isTcp(std::string_view endpoint) { return endpoint.starts_with(kTcpScheme); }

std::string addressIn(std::string_view endpoint)
{
    const std::size_t colon = endpoint.rfind(':');
    if (!isTcp(endpoint) || colon < kTcpScheme.size())
        return {};
    std::string_view address = endpoint.substr(kTcpScheme.size(), colon - kTcpScheme.size());
    if (address.starts_with('[') && address.ends_with(']'))
        address = address.substr(1, address.size() - 2);
    return std::string(address);
}

std::string portIn(std::string_view endpoint)
{
    return isTcp(endpoint) ? std::string(endpoint.substr(endpoint.rfind(':') + 1)) : std::string();
}

bool isEveryAddress(std::string_view address) { return address == "0.0.0.0" || address == "::"; }

std::string tcpEndpoint(const std::string& address, const std::string& port)
{
    const bool six = address.find(':') != std::string::npos;
    return std::string(kTcpScheme) + (six ? "[" + address + "]" : address) + ":" + port;
}

} // namespace telemetry
