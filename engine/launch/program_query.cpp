#include "engine/launch/program_query.h"

#include "engine/strategy/file_descriptor.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launch {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = std::size_t{1} << 20;

// Of a process that was killed, which is at once where no driver holds it.
constexpr std::chrono::seconds kDying{2};

// Until something can be read; false: at `end` nothing could.
bool waitFor(int descriptor, Clock::time_point end)
{
    pollfd question = {descriptor, POLLIN, 0};
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
        if (left.count() <= 0)
            return false;
        const int ready = poll(&question, 1, static_cast<int>(left.count()));
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
    }
}

// Waits until the child has ended, and takes it from the table of processes; false: at `end` it had
// not.
bool reap(pid_t child, Clock::time_point end, int& status)
{
    const strategy::FileDescriptor held(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
    for (;;) {
        const pid_t got = waitpid(child, &status, WNOHANG);
        if (got == child || (got < 0 && errno != EINTR))
            return true;
        if (!waitFor(held.number(), end))
            return false;
    }
}

// Until its end, or for as long as `end` allows; what is longer than anybody would print is cut.
bool readAll(int pipe, Clock::time_point end, std::string& output)
{
    for (;;) {
        if (!waitFor(pipe, end))
            return false;
        char part[4096];
        const ssize_t got = read(pipe, part, sizeof part);
        if (got < 0 && errno != EINTR)
            return false;
        if (got == 0)
            return true;
        if (got > 0 && output.size() < kMostOutput)
            output.append(part, static_cast<std::size_t>(got));
    }
}

} // namespace

std::variant<ProgramAnswer, NoAnswer> askProgram(const std::vector<std::string>& arguments,
                                                 const Environment& environment,
                                                 std::chrono::milliseconds patience)
{
    return askProgram(ChildProcess{.arguments = arguments, .environment = environment}, patience);
}

std::variant<ProgramAnswer, NoAnswer> askProgram(ChildProcess child,
                                                 std::chrono::milliseconds patience)
{
    const auto end = Clock::now() + patience;
    int ends[2] = {};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NoAnswer{std::string("a pipe cannot be made: ") + std::strerror(errno)};
    const strategy::FileDescriptor reading(ends[0]);
    strategy::FileDescriptor writing(ends[1]);
    child.output = writing.number();
    const auto started = startChild(child);
    if (!started)
        return NoAnswer{started.error().message};
    writing.close();
    ProgramAnswer answer;
    if (readAll(reading.number(), end, answer.output) && reap(*started, end, answer.status))
        return answer;
    kill(*started, SIGKILL);
    // Within a call of a driver that hangs, a process ends when that call does.
    reap(*started, Clock::now() + kDying, answer.status);
    return NoAnswer{};
}

} // namespace launch
