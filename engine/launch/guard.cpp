#include "engine/launch/guard.h"

#include "engine/launch/process_tree.h"
#include "telemetry/local_socket.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launch {

namespace {

constexpr char kDismissed = 'd';

// Holds the ranks while a stop signal holds the supervisor, so that nothing they would record
// is lost, and lets them go on with it. mpirun runs on: it ends the ranks if all else fails.
class RankHold {
public:
    explicit RankHold(pid_t supervisor)
        : m_supervisor(supervisor)
    {
    }

    void look()
    {
        const auto entry = readProcess(m_supervisor);
        if (entry && entry->state == 'T') {
            hold();
            return;
        }
        for (const ProcessEntry& rank : m_held)
            sendSignal(rank, SIGCONT);
        m_held.clear();
    }

private:
    void hold()
    {
        for (const ProcessEntry& entry : descendantsOf(m_supervisor, {getpid()})) {
            if (entry.parent != m_supervisor && !isHeld(entry) && sendSignal(entry, SIGSTOP))
                m_held.push_back(entry);
        }
    }

    pid_t m_supervisor;
    std::vector<ProcessEntry> m_held;
};

// True: the supervisor said that all is well. False: it is gone without a word.
bool waitForWord(int lifeline, pid_t supervisor)
{
    constexpr int kLookMs = 200;
    RankHold ranks(supervisor);
    pollfd question = {lifeline, POLLIN, 0};
    while (poll(&question, 1, kLookMs) <= 0)
        ranks.look();
    char word = 0;
    ssize_t got = 0;
    do
        got = read(lifeline, &word, 1);
    while (got < 0 && errno == EINTR);
    return got == 1 && word == kDismissed;
}

// All but the standard ones and those.
void closeAllBut(std::vector<unsigned> kept)
{
    std::sort(kept.begin(), kept.end());
    unsigned from = STDERR_FILENO + 1;
    for (const unsigned descriptor : kept) {
        if (descriptor > from)
            syscall(SYS_close_range, from, descriptor - 1, 0U);
        from = descriptor + 1;
    }
    syscall(SYS_close_range, from, ~0U, 0U);
}

[[noreturn]] void standGuard(int lifeline, pid_t supervisor, const std::string& run,
                             const std::vector<std::filesystem::path>& directories,
                             const std::string& viewerEndpoint,
                             const std::vector<strategy::FileDescriptor>& locks)
{
    setsid();
    prctl(PR_SET_NAME, "bubblescope-grd", 0, 0, 0);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
        std::signal(signal, SIG_IGN);
    const int null = open("/dev/null", O_RDWR);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        dup2(null, standard);
    // Whatever else the supervisor had open must not seem open because of the guard.
    std::vector<unsigned> kept = {static_cast<unsigned>(lifeline)};
    for (const strategy::FileDescriptor& lock : locks) {
        if (lock)
            kept.push_back(static_cast<unsigned>(lock.number()));
    }
    closeAllBut(std::move(kept));

    // _exit: nothing that this copy of the supervisor holds is to be flushed or destroyed twice.
    if (waitForWord(lifeline, supervisor))
        _exit(0);
    // mpirun has got SIGTERM from the kernel; it needs a second to end its ranks.
    constexpr std::chrono::milliseconds kMpirunTakes{2500};
    std::this_thread::sleep_for(kMpirunTakes);
    const EndOptions options{.grace = std::chrono::milliseconds{3000}};
    endProcesses([&] { return processesOfRun(run); }, [] {}, options);
    for (const auto& directory : directories) {
        std::error_code ignored;
        std::filesystem::remove_all(directory, ignored);
    }
    telemetry::removeDeadSocket(viewerEndpoint);
    _exit(0);
}

} // namespace

std::optional<Guard> Guard::post(const std::string& run,
                                 const std::vector<std::filesystem::path>& directories,
                                 const std::string& viewerEndpoint,
                                 const std::vector<strategy::FileDescriptor>& locks)
{
    int ends[2] = {};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return std::nullopt;
    strategy::FileDescriptor readEnd(ends[0]);
    strategy::FileDescriptor writeEnd(ends[1]);
    const pid_t supervisor = getpid();
    const pid_t pid = fork();
    if (pid < 0)
        return std::nullopt;
    if (pid == 0) {
        writeEnd.close();
        standGuard(readEnd.number(), supervisor, run, directories, viewerEndpoint, locks);
    }
    return Guard(pid, std::move(writeEnd));
}

Guard::~Guard() { dismiss(); }

void Guard::dismiss()
{
    if (!m_lifeline)
        return;
    const ssize_t told = write(m_lifeline.number(), &kDismissed, 1);
    m_lifeline.close();
    if (told == 1)
        waitpid(m_pid, nullptr, 0);
}

} // namespace launch
