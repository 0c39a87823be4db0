#include "engine/launch/child_process.h"

#include "engine/launch/own_network.h"
#include "engine/strategy/file_descriptor.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launch {

namespace {

std::vector<char*> pointersOf(const std::vector<std::string>& strings)
{
    std::vector<char*> pointers;
    pointers.reserve(strings.size());
    for (const std::string& text : strings)
        pointers.push_back(const_cast<char*>(text.c_str())); // exec takes them as they are
    pointers.push_back(nullptr);
    return pointers;
}

// Between fork and exec: calls that are safe in a process that had threads, no more.
[[noreturn]] void becomeProgram(char* const* arguments, char* const* environment,
                                const ChildProcess& child, const OwnNetwork& network, int report,
                                pid_t parent)
{
    if (!child.inTerminal)
        setsid();
    const int unconnected = child.ownNetwork ? network.enter() : 0;
    prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
    if (getppid() != parent)
        _exit(127); // it died before the line above
    // Blocked and ignored signals outlive exec; the program is to find them as usual.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD})
        std::signal(signal, SIG_DFL);

    const int input = open("/dev/null", O_RDONLY);
    const int errors = child.errors >= 0 ? child.errors : child.output;
    const bool wired = input >= 0 && dup2(errors, STDERR_FILENO) >= 0
        && dup2(input, STDIN_FILENO) >= 0 && dup2(child.output, STDOUT_FILENO) >= 0;
    // Everything but the report closes, and the report at exec.
    const int kept = wired ? dup2(report, 3) : -1;
    if (kept >= 0) {
        fcntl(kept, F_SETFD, FD_CLOEXEC);
        syscall(SYS_close_range, 4U, ~0U, 0U);
        if (unconnected == 0)
            execve(arguments[0], arguments, environment);
    }
    const int error = unconnected != 0 ? unconnected : errno;
    const ssize_t told = write(kept >= 0 ? kept : report, &error, sizeof error);
    _exit(told == sizeof error ? 127 : 126);
}

} // namespace

plan::Result<pid_t> startChild(const ChildProcess& child)
{
    // Before the fork: the child must not take memory.
    const std::vector<char*> arguments = pointersOf(child.arguments);
    const std::vector<char*> environment = pointersOf(child.environment);
    int ends[2] = {};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return plan::Error{std::string("a pipe cannot be made: ") + std::strerror(errno)};
    const strategy::FileDescriptor readEnd(ends[0]);
    strategy::FileDescriptor writeEnd(ends[1]);

    const OwnNetwork network;
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0)
        return plan::Error{std::string("a process cannot be started: ") + std::strerror(errno)};
    if (pid == 0)
        becomeProgram(arguments.data(), environment.data(), child, network, writeEnd.number(),
                      parent);

    writeEnd.close();
    int error = 0;
    ssize_t got = 0;
    do
        got = read(readEnd.number(), &error, sizeof error);
    while (got < 0 && errno == EINTR);
    if (got != sizeof error)
        return pid; // the pipe closed at exec: the program runs
    waitpid(pid, nullptr, 0);
    return plan::Error{child.arguments.front() + ": cannot be executed: " + std::strerror(error)};
}

} // namespace launch
