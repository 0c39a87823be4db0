#include "telemetry/control.h"
#include "telemetry/endpoint.h"

#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace telemetry {
namespace {

class File {
public:
    explicit File(int number)
        : m_number(number)
    {
    }
    ~File()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    int number() const { return m_number; }

private:
    int m_number;
};

bool fillRandom(ControlKey& key)
{
    std::size_t filled = 0;
    while (filled < key.size()) {
        const auto got = ::getrandom(key.data() + filled, key.size() - filled, 0);
        if (got < 0 && errno != EINTR)
            return false;
        filled += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return true;
}

} // namespace

Result<ControlKey> makeControlKey(const std::string& folder)
{
    const std::string path = folder + "/" + kControlKeyName;
    ControlKey key{};
    if (!fillRandom(key))
        return Error{std::string("the system gives no random numbers: ") + std::strerror(errno)};
    const File file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    // Its mode again, as the umask may have taken bits of it away.
    if (file.number() < 0 || ::fchmod(file.number(), 0600) != 0
        || ::write(file.number(), key.data(), key.size()) != static_cast<ssize_t>(key.size()))
        return Error{"the key of the run, " + path
                     + ", cannot be written: " + std::strerror(errno)};
    return key;
}

Result<ControlKey> readControlKey(const std::string& endpoint)
{
    constexpr std::string_view kIpc = "ipc://";
    if (auto problem = checkEndpoint(endpoint))
        return std::move(*problem);
    if (!endpoint.starts_with(kIpc))
        return Error{"a run takes commands on this machine only; give ipc://PATH, not " + endpoint};
    const std::string socket = endpoint.substr(kIpc.size());
    const std::string path = socket.substr(0, socket.rfind('/') + 1) + kControlKeyName;
    const File file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
    if (file.number() < 0)
        return Error{"the key of the run, " + path + ", cannot be opened: " + std::strerror(errno)};
    struct stat found {};
    if (::fstat(file.number(), &found) != 0
        || !S_ISREG(found.st_mode)
        // A key that others can read is no secret any more, whoever made it so.
        || found.st_uid != ::geteuid() || (found.st_mode & 077) != 0)
        return Error{path + " is another user's or can be read by others, so it is not used"};
    ControlKey key{};
    if (found.st_size != static_cast<off_t>(key.size())
        || ::read(file.number(), key.data(), key.size()) != static_cast<ssize_t>(key.size()))
        return Error{path + " is not a key of a run"};
    return key;
}

} // namespace telemetry
