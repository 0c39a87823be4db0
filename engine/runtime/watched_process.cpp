#include "engine/runtime/watched_process.h"

#include "engine/runtime/boot_id.h"
#include "telemetry/knock.h"

#include <cerrno>
#include <charconv>

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenKnocks = 500ms;
constexpr auto kKnockTakes = 250ms;
// One refusal may be of a host that is just being reached again.
constexpr int kRefusalsOfTheDead = 3;

} // namespace

WatchedProcess::WatchedProcess(std::string_view name, std::string endpoint)
    : m_endpoint(std::move(endpoint))
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

std::optional<bool> WatchedProcess::hasEnded()
{
    if (canBeLookedAt()) {
        pollfd question = {m_handle.number(), POLLIN, 0};
        return m_hadEnded || poll(&question, 1, 0) == 1;
    }
    const auto now = std::chrono::steady_clock::now();
    if (!m_endpoint.empty() && now - m_lastKnock >= kBetweenKnocks) {
        knock();
        m_lastKnock = std::chrono::steady_clock::now();
    }
    return m_ended;
}

// The kernel answers for a process that is held, too, and for none that is gone.
void WatchedProcess::knock()
{
    const telemetry::Knock answer = telemetry::knockAt(m_endpoint, kKnockTakes);
    m_refused = answer == telemetry::Knock::Refused ? m_refused + 1 : 0;
    if (m_refused >= kRefusalsOfTheDead)
        m_ended = true;
    else if (answer == telemetry::Knock::Open)
        m_ended = false;
    else
        m_ended.reset();
}

} // namespace engine
