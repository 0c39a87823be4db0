#include "telemetry/endpoint.h"

#include <cerrno>
#include <cstring>
#include <string_view>

#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace telemetry {
namespace {

constexpr std::size_t kMaxSocketPath = sizeof(sockaddr_un::sun_path) - 1; // 107

std::optional<Error> checkTcp(std::string_view address)
{
    constexpr std::string_view kLoopback = "127.0.0.1:";
    if (!address.starts_with(kLoopback))
        return Error{"endpoint tcp://" + std::string(address)
                     + " is not on this machine; use ipc:// or tcp://127.0.0.1:PORT, because "
                       "telemetry between machines is not encrypted yet"};
    const auto port = address.substr(kLoopback.size());
    const bool digits = !port.empty() && port.size() <= 5
        && port.find_first_not_of("0123456789") == std::string_view::npos;
    if (!digits || std::stoul(std::string(port)) > 65535 || std::stoul(std::string(port)) == 0)
        return Error{"endpoint tcp://" + std::string(address)
                     + " has no port between 1 and 65535; write tcp://127.0.0.1:PORT"};
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

std::optional<Error> checkEndpoint(const std::string& endpoint)
{
    constexpr std::string_view kIpc = "ipc://";
    constexpr std::string_view kTcp = "tcp://";
    if (endpoint.starts_with(kTcp))
        return checkTcp(std::string_view(endpoint).substr(kTcp.size()));
    if (!endpoint.starts_with(kIpc) || endpoint.size() == kIpc.size())
        return Error{"endpoint \"" + endpoint
                     + "\" is neither ipc://PATH nor tcp://127.0.0.1:PORT"};
    const std::size_t length = endpoint.size() - kIpc.size();
    if (length > kMaxSocketPath)
        return Error{"the socket path " + endpoint.substr(kIpc.size()) + " has "
                     + std::to_string(length) + " bytes and the system allows "
                     + std::to_string(kMaxSocketPath) + "; choose a shorter directory"};
    return {};
}

} // namespace telemetry
