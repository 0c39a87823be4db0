#include "engine/launch/background.h"

#include "engine/launch/progress.h"
#include "engine/plan/printable.h"

#include <cerrno>
#include <chrono>
#include <cstdio>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace launch {

namespace {

using Clock = std::chrono::steady_clock;

constexpr char kReady = '0';

// Everything up to a line end or the pipe's end; what came until the deadline otherwise.
std::string readLine(int pipe, std::chrono::milliseconds patience)
{
    const Clock::time_point until = Clock::now() + patience;
    std::string text;
    for (;;) {
        const auto left
            = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
        pollfd question = {pipe, POLLIN, 0};
        if (left.count() <= 0 || poll(&question, 1, static_cast<int>(left.count())) == 0)
            return text;
        char block[4096];
        const ssize_t got = read(pipe, block, sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return text;
        text.append(block, static_cast<std::size_t>(got));
        if (text.ends_with('\n')) {
            text.pop_back();
            return text;
        }
    }
}

ExitCode passOn(const std::string& told)
{
    // The first character is the exit code, as tell() puts it there.
    if (told.empty()) {
        sayToStderr("the run in the background has not answered; see `bubblescope-run list`");
        return ExitCode::WorkFailed;
    }
    const std::string text = told.substr(1);
    if (told.front() != kReady) {
        sayToStderr(text);
        return told.front() == '2' ? ExitCode::BadInput : ExitCode::WorkFailed;
    }
    std::fputs((plan::printable(text) + "\n").c_str(), stdout);
    return std::fflush(stdout) == 0 ? ExitCode::Good : ExitCode::WorkFailed;
}

} // namespace

void Announcement::ready(std::string_view line) { tell(kReady, line); }

void Announcement::refused(std::string_view sentence, ExitCode code)
{
    tell(static_cast<char>('0' + static_cast<int>(code)), sentence);
}

void Announcement::tell(char code, std::string_view text)
{
    if (!m_pipe)
        return;
    std::string whole(1, code);
    whole += text;
    whole += '\n';
    // The caller may be gone; then nobody waits for this line.
    const ssize_t written = write(m_pipe.number(), whole.data(), whole.size());
    static_cast<void>(written);
    m_pipe.close();
}

std::optional<ExitCode> goToBackground(const std::filesystem::path& log, Announcement& announcement)
{
    constexpr std::chrono::minutes kPatience{1};
    int ends[2] = {};
    if (pipe2(ends, O_CLOEXEC) != 0) {
        sayToStderr("a pipe cannot be made, so the run cannot go to the background");
        return ExitCode::WorkFailed;
    }
    const strategy::FileDescriptor readEnd(ends[0]);
    strategy::FileDescriptor writeEnd(ends[1]);
    const pid_t pid = fork();
    if (pid < 0) {
        sayToStderr("a process cannot be started, so the run cannot go to the background");
        return ExitCode::WorkFailed;
    }
    if (pid > 0) {
        writeEnd.close();
        return passOn(readLine(readEnd.number(), kPatience));
    }
    // Without a terminal of its own: closing the window ends nothing here.
    setsid();
    const strategy::FileDescriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
    const strategy::FileDescriptor output(
        open(log.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    dup2(null.number(), STDIN_FILENO);
    dup2(output ? output.number() : null.number(), STDOUT_FILENO);
    dup2(output ? output.number() : null.number(), STDERR_FILENO);
    announcement = Announcement(std::move(writeEnd));
    return std::nullopt;
}

} // namespace launch
