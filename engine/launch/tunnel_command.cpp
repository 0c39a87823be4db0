#include "engine/launch/tunnel_command.h"

#include "engine/launch/child_process.h"
#include "engine/launch/progress.h"
#include "engine/launch/remote_call.h"
#include "engine/launch/report_file.h"
#include "engine/launch/tunnel.h"
#include "engine/options/values.h"
#include "engine/strategy/file_descriptor.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launch {

namespace {

using namespace std::chrono_literals;

// Between two tries to open the way again: it doubles up to the longest.
constexpr auto kFirstPause = 1s;
constexpr auto kLongestPause = 30s;

// The signals that end it, taken one by one.
class Signals {
public:
    Signals()
    {
        sigset_t set;
        sigemptyset(&set);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD})
            sigaddset(&set, signal);
        sigprocmask(SIG_BLOCK, &set, nullptr);
        m_file = strategy::FileDescriptor(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    }

    // Waits for one, at most so long. True from the first that asks for the end.
    bool endsWithin(std::chrono::milliseconds patience)
    {
        pollfd question = {m_file.number(), POLLIN, 0};
        if (!m_ended)
            poll(&question, 1, static_cast<int>(patience.count()));
        signalfd_siginfo signal = {};
        while (read(m_file.number(), &signal, sizeof signal) == sizeof signal)
            m_ended = m_ended || signal.ssi_signo != SIGCHLD;
        return m_ended;
    }

private:
    strategy::FileDescriptor m_file;
    bool m_ended = false;
};

// The process of ssh, which ends with this.
class Ssh {
public:
    explicit Ssh(pid_t process)
        : m_process(process)
    {
    }
    ~Ssh()
    {
        if (hasEnded())
            return;
        kill(m_process, SIGTERM);
        waitpid(m_process, nullptr, 0);
    }
    Ssh(const Ssh&) = delete;
    Ssh& operator=(const Ssh&) = delete;

    bool hasEnded()
    {
        m_ended = m_ended || waitpid(m_process, nullptr, WNOHANG) != 0;
        return m_ended;
    }

private:
    pid_t m_process;
    bool m_ended = false;
};

bool isOpen(const TunnelFolder& folder) { return access(folder.socket().c_str(), F_OK) == 0; }

ExitCode announce(const TunnelFolder& folder, bool toAPerson)
{
    if (toAPerson)
        sayToStderr(fmt::format("`bubblescope --attach {}` shows the run; Ctrl+C ends the tunnel",
                                folder.path().string()));
    const auto written = writeReport("-", folder.announcement() + "\n");
    return written ? ExitCode::Good : refuse(written.error().message, ExitCode::WorkFailed);
}

// Until the socket is there or ssh has ended. True: there.
bool waitUntilOpen(const TunnelFolder& folder, Ssh& ssh, Signals& signals)
{
    while (!isOpen(folder))
        if (ssh.hasEnded() || signals.endsWithin(50ms))
            return false;
    return true;
}

ExitCode serve(const TunnelFolder& folder, const RemoteRun& remote, const Environment& environment,
               Signals& signals)
{
    bool wasOpen = false;
    std::chrono::milliseconds pause = kFirstPause;
    for (;;) {
        unlink(folder.socket().c_str()); // of the one before
        const auto started = startChild({.arguments = folder.command(),
                                         .environment = environment,
                                         .output = STDERR_FILENO,
                                         .inTerminal = true});
        if (!started)
            return refuse(started.error().message, ExitCode::WorkFailed);
        Ssh ssh(*started);
        if (waitUntilOpen(folder, ssh, signals)) {
            pause = kFirstPause;
            if (!std::exchange(wasOpen, true))
                if (const ExitCode told = announce(folder, isatty(STDERR_FILENO) != 0);
                    told != ExitCode::Good)
                    return told;
            while (!ssh.hasEnded() && !signals.endsWithin(1s))
                ;
        }
        if (signals.endsWithin(0ms))
            return ExitCode::Good;
        if (!wasOpen)
            return refuse(
                fmt::format("the tunnel to {} was not opened, as ssh says above", remote.host),
                ExitCode::WorkFailed);
        sayToStderr(fmt::format("ssh to {} ended; trying again in {} s", remote.host,
                                std::chrono::duration_cast<std::chrono::seconds>(pause).count()));
        if (signals.endsWithin(pause))
            return ExitCode::Good;
        pause = std::min<std::chrono::milliseconds>(2 * pause, kLongestPause);
    }
}

// For a person who starts ssh by hand.
ExitCode waitFor(const TunnelFolder& folder, Signals& signals)
{
    std::string line;
    for (const std::string& word : folder.command())
        line += (line.empty() ? "" : " ") + word;
    sayToStderr("start this in another terminal, and end this command when you are done:");
    showOnStderr("  " + line + "\n");
    if (const ExitCode told = announce(folder, true); told != ExitCode::Good)
        return told;
    while (!signals.endsWithin(1min))
        ;
    return ExitCode::Good;
}

ExitCode open(const TunnelRequest& request, const ProgramEnvironment& in, const Places& places)
{
    const auto remote = parseRemoteRun(request.run);
    if (!remote)
        return refuse(remote.error().message, ExitCode::BadInput);
    const auto ssh = findSsh(in.environment);
    if (!ssh)
        return refuse(ssh.error().message, ExitCode::BadInput);
    const auto description = describeRemote(*remote, in.environment);
    if (!description)
        return refuse(description.error().message, ExitCode::WorkFailed);
    Signals signals;
    const auto folder = TunnelFolder::make(places, *ssh, *remote, *description);
    if (!folder)
        return refuse(folder.error().message, ExitCode::WorkFailed);
    return request.print ? waitFor(**folder, signals)
                         : serve(**folder, *remote, in.environment, signals);
}

} // namespace

ExitCode openTunnel(const TunnelRequest& request, const ProgramEnvironment& in)
{
    return inPlaces(in, [&](const Places& places) { return open(request, in, places); });
}

void addTunnelCommand(Commands& commands)
{
    const auto request = std::make_shared<TunnelRequest>();
    CLI::App& tunnel
        = commands.add("tunnel", "lets this machine watch a run of another one, over ssh",
                       Asked(request, std::function(openTunnel)));
    options::addText(tunnel, "run", "HOST:RUN", request->run,
                     "the run and where it is, as user@login:last")
        ->required();
    options::addFlag(tunnel, "--print", request->print,
                     "prints the line of ssh for you to start, and starts nothing");
}

} // namespace launch
