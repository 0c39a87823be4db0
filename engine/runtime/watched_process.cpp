#include "engine/runtime/watched_process.h"

#include "engine/runtime/boot_id.h"

#include <cerrno>
#include <charconv>

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace engine {

WatchedProcess::WatchedProcess(std::string_view name)
{
    const std::size_t at = name.find('@');
    // A number means a process only under the boot it was given in.
    if (at == std::string_view::npos || name.substr(at + 1) != bootId())
        return;
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + at, pid);
    if (error != std::errc() || end != name.data() + at || pid <= 0)
        return;
    // Through syscall(), because older C libraries have no function for it. Where the kernel has
    // none either, the process counts as one that cannot be looked at.
    m_handle = strategy::FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
    m_hadEnded = !m_handle && errno == ESRCH;
}

std::optional<bool> WatchedProcess::hasEnded() const
{
    if (!canBeLookedAt())
        return std::nullopt;
    pollfd question = {m_handle.number(), POLLIN, 0};
    return m_hadEnded || poll(&question, 1, 0) == 1;
}

} // namespace engine
