#include "engine/runtime/watched_process.h"

#include "engine/runtime/boot_id.h"

#include <cerrno>
#include <charconv>
#include <utility>

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace engine {

WatchedProcess::WatchedProcess(std::string_view name)
{
    const std::size_t at = name.find('@');
    if (at == std::string_view::npos || name.substr(at + 1) != bootId())
        return;
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + at, pid);
    if (error != std::errc() || end != name.data() + at || pid <= 0)
        return;
    m_handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    m_hadEnded = m_handle < 0 && errno == ESRCH;
}

WatchedProcess::WatchedProcess(WatchedProcess&& other) noexcept
    : m_handle(std::exchange(other.m_handle, -1))
    , m_hadEnded(std::exchange(other.m_hadEnded, false))
{
}

WatchedProcess& WatchedProcess::operator=(WatchedProcess&& other) noexcept
{
    std::swap(m_handle, other.m_handle);
    std::swap(m_hadEnded, other.m_hadEnded);
    return *this;
}

WatchedProcess::~WatchedProcess()
{
    if (m_handle >= 0)
        close(m_handle);
}

std::optional<bool> WatchedProcess::hasEnded() const
{
    if (!canBeLookedAt())
        return std::nullopt;
    pollfd question = {m_handle, POLLIN, 0};
    return m_hadEnded || poll(&question, 1, 0) == 1;
}

} // namespace engine
