#include "telemetry/local_socket.h"

#include "telemetry/tcp_address.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace telemetry {
namespace {

constexpr std::string_view kIpc = "ipc://";
constexpr int kBacklog = 100;

Error failed(const std::string& path, const char* what)
{
    return Error{path + ": " + what + ": " + std::strerror(errno)};
}

sockaddr_un addressOf(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
}

std::string parentOf(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

// Nobody answers at a socket whose process has ended.
bool isDead(const std::string& path)
{
    const int asking = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (asking < 0)
        return false;
    const sockaddr_un address = addressOf(path);
    const bool dead
        = ::connect(asking, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0
        && errno == ECONNREFUSED;
    ::close(asking);
    return dead;
}

// Empty where the path is free or holds a dead socket of ours, which `dead` says.
std::optional<Error> lookAt(const std::string& path, bool& dead)
{
    dead = false;
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0)
        return errno == ENOENT ? std::nullopt : std::optional(failed(path, "cannot be looked at"));
    if (!S_ISSOCK(found.st_mode))
        return Error{path
                     + " is there already and is not a socket; it stays, so choose another path"};
    if (found.st_uid != ::geteuid())
        return Error{path + " is another user's socket; choose another path"};
    if (!isDead(path))
        return Error{path + " is in use by another run; choose another path"};
    dead = true;
    return {};
}

// Looks again with the directory locked: of several that find the same dead socket, one
// removes it, and none removes what another has put in its place.
std::optional<Error> removeDead(const std::string& path)
{
    const int directory = ::open(parentOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0)
        return failed(path, "its directory cannot be opened");
    std::optional<Error> problem = Error{path + " is in use by another run; choose another path"};
    if (::flock(directory, LOCK_EX | LOCK_NB) == 0) {
        bool dead = false;
        problem = lookAt(path, dead);
        if (dead && ::unlink(path.c_str()) != 0)
            problem = failed(path, "a dead socket cannot be removed");
    }
    ::close(directory);
    return problem;
}

} // namespace

Result<LocalSocket> LocalSocket::listen(const std::string& endpoint)
{
    LocalSocket made;
    if (!endpoint.starts_with(kIpc))
        return made;
    const std::string path = endpoint.substr(kIpc.size());
    bool dead = false;
    if (auto problem = lookAt(path, dead))
        return std::move(*problem);
    if (auto problem = dead ? removeDead(path) : std::nullopt)
        return std::move(*problem);
    made.m_descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made.m_descriptor < 0)
        return failed(path, "a socket cannot be made");
    const sockaddr_un address = addressOf(path);
    if (::bind(made.m_descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return failed(path, "a socket cannot be made there");
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0)
        return failed(path, "cannot be looked at");
    made.m_path = path;
    made.m_device = found.st_dev;
    made.m_inode = found.st_ino;
    // Before listen(): nobody else has connected by then.
    if (::chmod(path.c_str(), 0600) != 0 || ::listen(made.m_descriptor, kBacklog) != 0)
        return failed(path, "cannot be listened on");
    return made;
}

LocalSocket::LocalSocket(LocalSocket&& other) noexcept { *this = std::move(other); }

LocalSocket& LocalSocket::operator=(LocalSocket&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_device, other.m_device);
    std::swap(m_inode, other.m_inode);
    return *this;
}

LocalSocket::~LocalSocket()
{
    leave();
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

void LocalSocket::leave()
{
    struct stat found {};
    if (!m_path.empty() && ::lstat(m_path.c_str(), &found) == 0 && found.st_dev == m_device
        && found.st_ino == m_inode)
        ::unlink(m_path.c_str());
    m_path.clear();
}

int LocalSocket::release() { return std::exchange(m_descriptor, -1); }

void removeDeadSocket(const std::string& endpoint)
{
    bool dead = false;
    if (!endpoint.starts_with(kIpc))
        return;
    const std::string path = endpoint.substr(kIpc.size());
    if (!lookAt(path, dead) && dead)
        static_cast<void>(removeDead(path)); // whoever wants the place next is told why
}

namespace {

// By taking it for a moment, as ZeroMQ will.
std::optional<Error> checkFreeTcp(const std::string& endpoint)
{
    const auto address = resolveEndpoint(endpoint);
    if (address == nullptr)
        return std::nullopt;
    const int socket = ::socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int again = 1;
    if (socket >= 0)
        ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again);
    const bool bound = socket >= 0 && ::bind(socket, address->ai_addr, address->ai_addrlen) == 0;
    const int error = errno;
    if (socket >= 0)
        ::close(socket);
    if (bound)
        return std::nullopt;
    return Error{"nobody can listen at " + endpoint + ": " + std::strerror(error)
                 + "; give an address of this host, and a port that is free or *"};
}

} // namespace

std::optional<Error> checkFree(const std::string& endpoint)
{
    bool dead = false;
    return endpoint.starts_with(kIpc) ? lookAt(endpoint.substr(kIpc.size()), dead)
                                      : checkFreeTcp(endpoint);
}

} // namespace telemetry
