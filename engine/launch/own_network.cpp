#include "engine/launch/own_network.h"

#include "engine/strategy/file_descriptor.h"

#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launch {

namespace {

std::string sameInside(unsigned id)
{
    const std::string number = std::to_string(id);
    return number + " " + number + " 1\n";
}

int writeFile(const char* path, std::string_view text)
{
    const strategy::FileDescriptor file(open(path, O_WRONLY | O_CLOEXEC));
    if (!file)
        return errno;
    return write(file.number(), text.data(), text.size()) < 0 ? errno : 0;
}

// A new network's loopback interface is down.
int raiseLoopback()
{
    const strategy::FileDescriptor any(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!any)
        return errno;
    ifreq request = {};
    std::memcpy(request.ifr_name, "lo", sizeof "lo");
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    return ioctl(any.number(), SIOCSIFFLAGS, &request) == 0 ? 0 : errno;
}

} // namespace

OwnNetwork::OwnNetwork()
    : m_users(sameInside(geteuid()))
    , m_groups(sameInside(getegid()))
{
}

int OwnNetwork::enter() const
{
    if (unshare(CLONE_NEWNET) == 0)
        return raiseLoopback();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0)
        return errno;
    // The groups a process has must be settled before its user may name one.
    if (const int error = writeFile("/proc/self/setgroups", "deny"); error != 0)
        return error;
    if (const int error = writeFile("/proc/self/uid_map", m_users); error != 0)
        return error;
    if (const int error = writeFile("/proc/self/gid_map", m_groups); error != 0)
        return error;
    return raiseLoopback();
}

int OwnNetwork::whyNot() const
{
    const pid_t pid = fork();
    if (pid < 0)
        return errno;
    if (pid == 0)
        _exit(enter());
    int status = 0;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR)
            return errno;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;
}

} // namespace launch
