#include "telemetry/connection_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace telemetry {
namespace {

class PrivateFile {
public:
    PrivateFile(const std::string& path, int flags)
        : m_number(::open(path.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, 0600))
    {
    }
    ~PrivateFile()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    PrivateFile(const PrivateFile&) = delete;
    PrivateFile& operator=(const PrivateFile&) = delete;
    int number() const { return m_number; }

private:
    int m_number;
};

bool writeAll(int file, std::string_view text)
{
    while (!text.empty()) {
        const auto written = ::write(file, text.data(), text.size());
        if (written < 0 && errno != EINTR)
            return false;
        text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
    return true;
}

// More than `most` bytes: one more than that.
std::optional<std::string> readAtMost(int file, std::size_t most)
{
    std::string text(most + 1, '\0');
    std::size_t filled = 0;
    while (filled < text.size()) {
        const auto got = ::read(file, text.data() + filled, text.size() - filled);
        if (got < 0 && errno != EINTR)
            return {};
        if (got == 0)
            break;
        filled += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    text.resize(filled);
    return text;
}

Error notWritten(const std::string& path)
{
    return Error{path + " cannot be written: " + std::strerror(errno)
                 + "; give the run a folder of this user's on a file system with room"};
}

} // namespace

Result<RunKeys> makeRunKeys()
{
    RunKeys keys;
    auto& connection = keys.connection;
    for (CurvePair* pair :
         {&keys.server, &connection.rank, &connection.viewer, &connection.controller}) {
        auto made = makeCurvePair();
        if (!made)
            return made.error();
        *pair = *std::move(made);
    }
    connection.serverKey = keys.server.publicKey;
    const auto key = makeControlKey();
    if (!key)
        return key.error();
    connection.controlKey = *key;
    return keys;
}

// A name of its own first, then linked to the one that others look for: they find the whole file or
// none, and link() takes no name that is taken.
std::optional<Error> writeConnection(const std::string& path, const Connection& connection)
{
    if (auto problem = problemOf(connection))
        return Error{path + ": " + problem->message};
    const std::string draft = path + ".draft";
    std::optional<Error> problem;
    {
        const PrivateFile file(draft, O_WRONLY | O_CREAT | O_EXCL);
        if (file.number() < 0)
            return notWritten(draft);
        // Its mode again, as the umask may have taken bits of it away.
        if (::fchmod(file.number(), 0600) != 0 || !writeAll(file.number(), toText(connection))
            || ::fsync(file.number()) != 0)
            problem = notWritten(path);
    }
    if (!problem && ::link(draft.c_str(), path.c_str()) != 0)
        problem = notWritten(path);
    ::unlink(draft.c_str());
    return problem;
}

Result<Connection> readConnection(const std::string& path)
{
    const PrivateFile file(path, O_RDONLY | O_NONBLOCK);
    if (file.number() < 0 && errno == ELOOP)
        return Error{path + " is a symbolic link, so it is not used"};
    if (file.number() < 0)
        return Error{"the keys of the run, " + path + ", cannot be opened: " + std::strerror(errno)
                     + "; they are there while the run is live, in a folder that all its hosts "
                       "share"};
    struct stat found {};
    if (::fstat(file.number(), &found) != 0 || !S_ISREG(found.st_mode))
        return Error{path + " is not a file"};
    if (found.st_uid != ::geteuid())
        return Error{path + " is another user's, so it is not used"};
    // Keys that others can read are no secret any more, whoever made it so.
    if ((found.st_mode & 077) != 0)
        return Error{path
                     + " can be read by others, so it is not used; start a new run, as its "
                       "keys are known"};
    const auto text = readAtMost(file.number(), kMostConnectionBytes);
    if (!text)
        return Error{path + " cannot be read: " + std::strerror(errno)};
    auto connection = parseConnection(*text);
    if (!connection)
        return Error{path + ": " + connection.error().message};
    return connection;
}

} // namespace telemetry
