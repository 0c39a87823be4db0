#include "engine/launch/supervisor.h"

#include "engine/launch/process_tree.h"

#include <algorithm>
#include <csignal>

#include <fmt/format.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launch {

namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 100ms;        // how often frames are taken
constexpr auto kCheck = 250ms;       // how often processes are looked at
constexpr auto kSilenceTold = 3s;    // a rank's silence is told after this,
constexpr auto kSilenceEnds = 30s;   // and ends the run after this
constexpr auto kNoRecordEnds = 120s; // no record of any rank, beside 50 predicted steps or,
                                     // where nothing is predicted, 100 of the longest so far:
                                     // a rank may be slowed down by that factor
constexpr auto kFirstStepEnds = 10min; // the same before the first of them
constexpr auto kLongestPatience = 24h; // of one step; more would overflow when multiplied
constexpr auto kMpirunAborts = 3s;   // mpirun takes a second to end a job with a dead rank
constexpr auto kViewersRead = 3s;

sigset_t handledSignals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGCONT, SIGCHLD})
        sigaddset(&set, signal);
    return set;
}

TelemetryReport toReport(const telemetry::Totals& totals)
{
    return {.sent = totals.sent,
            .logged = totals.logged,
            .dropped = totals.dropped,
            .unlogged = totals.unlogged,
            .gaps = totals.gaps,
            .badFrames = totals.badFrames};
}

// It did what it was asked to, to the end or until it was asked to stop between two steps.
bool endedWell(telemetry::RankState state)
{
    return state == telemetry::RankState::Finished || state == telemetry::RankState::Stopped;
}

bool allEndedWell(const telemetry::CollectorSnapshot& snapshot)
{
    return std::all_of(snapshot.ranks.begin(), snapshot.ranks.end(),
                       [](const auto& rank) { return endedWell(rank.state); });
}

bool stoppedIn(const telemetry::CollectorSnapshot& snapshot)
{
    return std::any_of(snapshot.ranks.begin(), snapshot.ranks.end(), [](const auto& rank) {
        return rank.state == telemetry::RankState::Stopped;
    });
}

} // namespace

void blockSignals()
{
    const sigset_t set = handledSignals();
    sigprocmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
}

plan::Result<std::unique_ptr<Supervisor>>
Supervisor::start(SupervisorOptions options, std::unique_ptr<telemetry::Collector> collector)
{
    const auto launcher = startChild(options.launcher);
    if (!launcher)
        return launcher.error();
    return std::unique_ptr<Supervisor>(
        new Supervisor(std::move(options), std::move(collector), *launcher));
}

Supervisor::Supervisor(SupervisorOptions options, std::unique_ptr<telemetry::Collector> collector,
                       pid_t launcher)
    : m_options(std::move(options))
    , m_collector(std::move(collector))
    , m_launcher(launcher)
    , m_watch(launcher, m_options.ranks)
{
    const sigset_t set = handledSignals();
    m_signals = FileDescriptor(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

Supervisor::~Supervisor() { endEverything(); }

Ending Supervisor::run()
{
    while (!isOver())
        waitForNews();
    Ending ending = judge();
    endEverything();
    m_telemetry = toReport(m_collector->stop(kViewersRead));
    takeFrames();
    m_reading.close();
    takeFrames();
    return ending;
}

bool Supervisor::isOver()
{
    return m_stopAsked || m_launcherStatus || m_deadRank || !m_silence.empty();
}

void Supervisor::waitForNews()
{
    std::vector<pollfd> polls = {{m_signals.number(), POLLIN, 0}};
    m_watch.appendPolls(polls);
    poll(polls.data(), polls.size(), static_cast<int>(kLook.count()));

    signalfd_siginfo signal = {};
    bool continued = false;
    while (read(m_signals.number(), &signal, sizeof signal) == sizeof signal) {
        if (signal.ssi_signo == SIGCONT)
            continued = true;
        else if (signal.ssi_signo != SIGCHLD)
            m_stopAsked = true;
    }
    if (const auto told = m_held.turn(Clock::now(), continued))
        m_options.say(*told);
    takeFrames();
    reap();
    checkRanks();
}

void Supervisor::takeFrames()
{
    constexpr std::size_t kAtOnce = 1024;
    std::vector<telemetry::Frame> frames;
    do {
        frames.clear();
        m_collector->drain(frames, kAtOnce);
        for (const telemetry::Frame& frame : frames)
            m_reading.add(frame);
        for (StepReport& step : m_reading.takeFinished()) {
            if (m_options.onStep)
                m_options.onStep(step, m_reading.telemetry().dropped);
            m_longestStep = std::max(m_longestStep, step.seconds);
            m_steps.push_back(std::move(step));
        }
        for (const std::string& warning : m_reading.takeWarnings())
            m_options.say(warning);
    } while (!frames.empty());
}

void Supervisor::reap()
{
    int status = 0;
    for (pid_t pid = 0; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (pid == m_launcher)
            m_launcherStatus = status;
    }
}

void Supervisor::checkRanks()
{
    const Clock::time_point now = Clock::now();
    if (now - m_lastCheck >= kCheck) {
        m_lastCheck = now;
        m_watch.look();
        checkHolds();
        checkSilence();
    }
    std::vector<int> dead = m_watch.takeEnded();
    if (dead.empty())
        return;
    const telemetry::CollectorSnapshot snapshot = m_collector->snapshot();
    const auto stateOf
        = [&](int rank) { return snapshot.ranks[static_cast<std::size_t>(rank)].state; };
    std::erase_if(dead, [&](int rank) { return endedWell(stateOf(rank)); });
    // One that said nothing was killed; one that said why may only have lost a neighbour.
    const auto killed = std::find_if(dead.begin(), dead.end(), [&](int rank) {
        return stateOf(rank) == telemetry::RankState::Running
               || stateOf(rank) == telemetry::RankState::Absent;
    });
    if (!dead.empty())
        noteDeadRank(killed != dead.end() ? *killed : dead.front());
}

void Supervisor::noteDeadRank(int rank)
{
    m_deadRank = rank;
    m_options.say(fmt::format("rank {} has ended; ending the others", rank));
}

void Supervisor::checkHolds()
{
    for (const std::string& told : m_held.look(Clock::now()))
        m_options.say(told);
}

void Supervisor::checkSilence()
{
    const telemetry::CollectorSnapshot snapshot = m_collector->snapshot();
    const Clock::time_point now = Clock::now();
    if (snapshot.problem != m_logProblem) {
        m_logProblem = snapshot.problem;
        m_options.say(m_logProblem.empty() ? "the recording goes on" : m_logProblem);
    }
    const bool paused = m_options.paused && m_options.paused();
    if (paused || m_held.any() || snapshot.totals.received != m_received) {
        m_received = snapshot.totals.received;
        m_lastRecord = now;
    }
    m_lastRecord = std::max(m_lastRecord, m_held.awakeSince());
    if (now - m_lastRecord > patience())
        m_silence = "no rank has sent a record for "
                    + std::to_string(
                        std::chrono::duration_cast<std::chrono::seconds>(now - m_lastRecord).count())
                    + " s; see " + m_options.log.string();
    for (std::size_t i = 0; i < snapshot.ranks.size(); ++i) {
        const telemetry::RankSnapshot& rank = snapshot.ranks[i];
        const int number = static_cast<int>(i);
        const auto silence = m_held.silenceOf(number, rank.lastSeen, now);
        if (rank.state != telemetry::RankState::Running || silence < kSilenceTold) {
            m_silentRanks.erase(number);
            continue;
        }
        if (m_silentRanks.insert(number).second)
            m_options.say(fmt::format("rank {} has been silent for 3 s", number));
        if (silence > kSilenceEnds && m_silence.empty())
            m_silence = fmt::format("rank {} was silent for 30 s{}", number,
                                    whereItWas(m_reading.lastOp(number)));
    }
}

// For the next record of any rank.
std::chrono::nanoseconds Supervisor::patience() const
{
    const auto within = [](std::chrono::nanoseconds step) {
        return std::min<std::chrono::nanoseconds>(step, kLongestPatience);
    };
    if (m_options.predictedStep > 0ns)
        return kNoRecordEnds + 50 * within(m_options.predictedStep);
    if (m_steps.empty())
        return kFirstStepEnds;
    const std::chrono::duration<double> longest{
        std::min(m_longestStep, std::chrono::duration<double>(kLongestPatience).count())};
    return kNoRecordEnds + 100 * std::chrono::duration_cast<std::chrono::nanoseconds>(longest);
}

void Supervisor::waitForLauncher(std::chrono::milliseconds patience)
{
    const Clock::time_point until = Clock::now() + patience;
    while (!m_launcherStatus && !m_stopAsked && Clock::now() < until)
        waitForNews();
}

Ending Supervisor::judge()
{
    if (m_stopAsked)
        return {RunState::Stopped, {}};
    if (m_deadRank)
        return judgeDeadRank();
    if (!m_silence.empty())
        return {RunState::Failed, m_silence};
    const Clock::time_point until = Clock::now() + 2s;
    while (!allEndedWell(m_collector->snapshot()) && WIFEXITED(*m_launcherStatus)
           && WEXITSTATUS(*m_launcherStatus) == 0 && !m_stopAsked && Clock::now() < until)
        waitForNews();
    return judgeLauncher(m_collector->snapshot());
}

Ending Supervisor::judgeDeadRank()
{
    const int dead = *m_deadRank;
    waitForLauncher(kMpirunAborts);
    // Ranks do not outlive a killed mpirun by much; it passes a rank's signal on as 128 + n.
    if (m_launcherStatus && WIFSIGNALED(*m_launcherStatus))
        return judgeLauncher(m_collector->snapshot());
    const auto snapshot = m_collector->snapshot();
    const telemetry::RankSnapshot& rank = snapshot.ranks[static_cast<std::size_t>(dead)];
    if (rank.state == telemetry::RankState::Failed && !rank.byeText.empty())
        return {RunState::Failed, fmt::format("rank {}: {}", dead, rank.byeText)};
    auto verdict = verdictIn(tailOf(m_options.log, std::size_t{1} << 16));
    if (verdict && verdict->rank != dead)
        verdict.reset();
    return {RunState::Failed, fmt::format("rank {} {}{}", dead,
                                          howItEnded(verdict, m_launcherStatus),
                                          whereItWas(m_reading.lastOp(dead)))};
}

Ending Supervisor::judgeLauncher(const telemetry::CollectorSnapshot& snapshot)
{
    const int status = *m_launcherStatus;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && allEndedWell(snapshot))
        return {stoppedIn(snapshot) ? RunState::Stopped : RunState::Completed, {}};
    for (std::size_t i = 0; i < snapshot.ranks.size(); ++i) {
        if (snapshot.ranks[i].state == telemetry::RankState::Failed)
            return {RunState::Failed, fmt::format("rank {}: {}", i, snapshot.ranks[i].byeText)};
    }
    const auto verdict = verdictIn(tailOf(m_options.log, std::size_t{1} << 16));
    if (verdict && verdict->rank >= 0 && verdict->rank < m_options.ranks)
        return {RunState::Failed,
                fmt::format("rank {} {}{}", verdict->rank, howItEnded(verdict, {}),
                            whereItWas(m_reading.lastOp(verdict->rank)))};
    const auto finished = std::count_if(
        snapshot.ranks.begin(), snapshot.ranks.end(),
        [](const auto& rank) { return rank.state == telemetry::RankState::Finished; });
    const std::string launcher
        = std::filesystem::path(m_options.launcher.arguments.front()).filename();
    const std::string how = WIFSIGNALED(status)
                                ? fmt::format("was killed by signal {}", WTERMSIG(status))
                                : fmt::format("ended with exit code {}", WEXITSTATUS(status));
    return {RunState::Failed, fmt::format("{} {} when {} of {} ranks had finished; see {}", launcher,
                                          how, finished, m_options.ranks, m_options.log.string())};
}

void Supervisor::endEverything()
{
    const auto living = [this] { return descendantsOf(getpid(), {m_options.guard}); };
    const auto look = [this] {
        reap();
        takeFrames();
    };
    const std::size_t left = endProcesses(living, look, {});
    if (left > 0)
        m_options.say(fmt::format("{} processes could not be ended; the kernel holds them", left));
    reap();
}

} // namespace launch
