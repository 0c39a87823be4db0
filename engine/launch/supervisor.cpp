#include "engine/launch/supervisor.h"

#include "engine/launch/flight_records.h"
#include "engine/launch/process_tree.h"
#include "engine/launch/run_place.h"
#include "telemetry/text.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fmt/format.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launch {

namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 100ms;      // how often frames are taken
constexpr auto kCheck = 250ms;     // how often processes are looked at
constexpr auto kMpirunAborts = 8s; // mpirun takes a second to end a job with a dead rank, on a
                                   // busy machine some more
constexpr auto kViewersRead = 3s;
constexpr auto kSlurmSays = 1500ms; // between its signal and its words

sigset_t handledSignals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGCONT, SIGCHLD})
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
    // Before anything runs: with its signals blocked and none read, the run could not be stopped.
    const sigset_t set = handledSignals();
    strategy::FileDescriptor signals(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals)
        return plan::Error{std::string("signals cannot be received: ") + std::strerror(errno)};
    const auto launcher = startChild(options.launcher);
    if (!launcher)
        return launcher.error();
    return std::unique_ptr<Supervisor>(
        new Supervisor(std::move(options), std::move(collector), std::move(signals), *launcher));
}

Supervisor::Supervisor(SupervisorOptions options, std::unique_ptr<telemetry::Collector> collector,
                       strategy::FileDescriptor signals, pid_t launcher)
    : m_options(std::move(options))
    , m_collector(std::move(collector))
    , m_launcher(launcher)
    // Of ranks on other hosts no process can be seen.
    , m_watch(launcher, m_options.hosts.empty() ? m_options.ranks : 0)
    , m_signals(std::move(signals))
    , m_rankSilence(m_options.hosts)
{
}

Supervisor::~Supervisor() { endEverything(); }

Ending Supervisor::run()
{
    do {
        while (!isOver())
            waitForNews();
        if (m_someDied)
            waitForLauncher(kMpirunAborts);
    } while (launcherGoesOn());
    // Judged before the rest is ended: what we end ourselves must not look like a failure.
    Ending ending = m_rankSilence.explain(howItEnded());
    endEverything();
    ending = withWhoHeldUp(std::move(ending)); // the last of them have said where they were
    m_telemetry = toReport(
        m_collector->stop(kViewersRead, toWire(ending, std::chrono::system_clock::now())));
    takeFrames();
    m_reading.close();
    takeFrames();
    return ending;
}

bool Supervisor::isOver() { return m_stopAsked || m_launcherStatus || m_someDied || m_silence; }

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
        else if (signal.ssi_signo == SIGUSR1 && m_options.onLimitNear)
            m_options.onLimitNear();
        else if (signal.ssi_signo != SIGCHLD && signal.ssi_signo != SIGUSR1)
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

// All children, not only the launcher: orphans of the run become ours and must not stay zombies.
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
        checkFolder();
    }
    std::vector<int> dead = m_watch.takeEnded();
    if (dead.empty())
        return;
    const telemetry::CollectorSnapshot snapshot = m_collector->snapshot();
    // A process that has said its last words may go.
    std::erase_if(dead, [&](int rank) {
        return endedWell(snapshot.ranks[static_cast<std::size_t>(rank)].state);
    });
    if (!dead.empty())
        noteDeadRanks(dead);
}

void Supervisor::noteDeadRanks(const std::vector<int>& ranks)
{
    if (m_deaths.empty())
        m_options.say(fmt::format("{} {} ended",
                                  ranks.size() == 1 ? fmt::format("rank {}", ranks.front())
                                                    : fmt::format("{} ranks", ranks.size()),
                                  ranks.size() == 1 ? "has" : "have"));
    for (const int rank : ranks)
        m_deaths[rank] = m_roundsOfDeath;
    ++m_roundsOfDeath;
    m_someDied = true;
}

void Supervisor::checkHolds()
{
    for (const std::string& told : m_held.look(Clock::now()))
        m_options.say(told);
}

void Supervisor::checkSilence()
{
    const telemetry::CollectorWatch watch = m_collector->watch(kSilenceTold);
    const Clock::time_point now = Clock::now();
    if (watch.problem != m_logProblem) {
        m_logProblem = watch.problem;
        m_options.say(m_logProblem.empty() ? "the recording goes on" : m_logProblem);
    }
    const bool paused = m_options.paused && m_options.paused();
    if (std::exchange(m_paused, paused) != paused && m_options.onPaused)
        m_options.onPaused(paused);
    // A run that waits because somebody asked for it is not silent.
    if (paused || m_held.any() || watch.totals.received != m_received) {
        m_received = watch.totals.received;
        m_lastRecord = now;
    }
    m_lastRecord = std::max(m_lastRecord, m_held.awakeSince());
    if (now - m_lastRecord > patience())
        m_silence = Ending{
            .sentence = fmt::format(
                "no rank has sent a record for {} s; see {}",
                std::chrono::duration_cast<std::chrono::seconds>(now - m_lastRecord).count(),
                m_options.log.string())};
    const RankSilence::News news = m_rankSilence.look(
        watch.silent, m_held, [this](int rank) { return m_deaths.contains(rank); }, now);
    for (const std::string& sentence : news.sentences)
        m_options.say(sentence);
    if (news.tooLong && !m_silence)
        m_silence
            = endingAt(evidence(), *news.tooLong,
                       fmt::format("{} was silent for 30 s{}", nameOf(evidence(), *news.tooLong),
                                   whereItWas(m_reading.lastOp(*news.tooLong))));
}

void Supervisor::checkFolder()
{
    if (const auto now = Clock::now(); m_options.showLife && now - m_lastLife >= kLifeEvery) {
        m_lastLife = now;
        m_options.showLife();
    }
    if (!m_silence && m_options.isRemoved && m_options.isRemoved())
        m_silence = Ending{.sentence = "the folder of the run was deleted while it went on"};
}

// For the next record of any rank.
std::chrono::nanoseconds Supervisor::patience() const
{
    return patienceFor({.predictedStep = m_options.predictedStep,
                        .timeout = m_options.timeout,
                        .anyStep = !m_steps.empty(),
                        .longestStep = m_longestStep});
}

// On a busy machine a rank may finish and be gone before its last words are read. The launcher,
// which ends the others where one has died, then goes on, and so does the run.
bool Supervisor::launcherGoesOn()
{
    const bool goesOn = m_someDied && !m_stopAsked && !m_launcherStatus && !m_silence
        && !verdictIn(tailOf(m_options.log, std::size_t{1} << 16));
    if (goesOn)
        m_someDied = false;
    return goesOn;
}

void Supervisor::waitForLauncher(std::chrono::milliseconds patience)
{
    const Clock::time_point until = Clock::now() + patience;
    while (!m_launcherStatus && !m_stopAsked && Clock::now() < until)
        waitForNews();
}

// Slurm ends the supervisor of its job by the signal that a person would send, and says why in the
// launcher's words.
void Supervisor::waitForJobWords()
{
    if (!m_options.inJob)
        return;
    const Clock::time_point until = Clock::now() + kSlurmSays;
    while (Clock::now() < until && !jobVerdictIn(tailOf(m_options.log, std::size_t{1} << 16)))
        waitForNews();
}

Ending Supervisor::howItEnded()
{
    if (m_stopAsked) {
        waitForJobWords();
        return jobVerdictIn(tailOf(m_options.log, std::size_t{1} << 16))
            ? judge(evidence())
            : Ending{.state = RunState::Stopped};
    }
    if (!m_launcherStatus && m_silence)
        return *m_silence;
    const auto endedGood = [this] {
        return m_launcherStatus && WIFEXITED(*m_launcherStatus)
            && WEXITSTATUS(*m_launcherStatus) == 0;
    };
    // The launcher may be reaped before the ranks' last words are read.
    const Clock::time_point until = Clock::now() + 2s;
    while (endedGood() && !allEndedWell(m_collector->snapshot()) && !m_stopAsked
           && Clock::now() < until)
        waitForNews();
    const telemetry::CollectorSnapshot snapshot = m_collector->snapshot();
    if (endedGood() && allEndedWell(snapshot))
        return {.state = stoppedIn(snapshot) ? RunState::Stopped : RunState::Completed};
    takeFrames();
    return judge(evidence());
}

Ending Supervisor::withWhoHeldUp(Ending ending) const
{
    if (ending.state != RunState::Failed || !ending.rank)
        return ending;
    const auto held = whoHeldUp(m_options.log.parent_path(), *ending.rank, m_options.ranks);
    if (!held)
        return ending;
    if (held->rank == *ending.rank) {
        ending.sentence
            = telemetry::cleanText(ending.sentence + "; " + held->why, kMostSentenceBytes);
        return ending;
    }
    const RunEvidence run = evidence();
    Ending named
        = endingAt(run, held->rank,
                   fmt::format("{} {}; {}", nameOf(run, held->rank), held->why, ending.sentence));
    if (held->step && held->step != named.step) {
        named.step = held->step;
        named.op.clear();
    }
    return named;
}

RunEvidence Supervisor::evidence() const
{
    RunEvidence run;
    run.launcher = std::filesystem::path(m_options.launcher.arguments.front()).filename();
    run.launcherStatus = m_launcherStatus;
    run.launcherSaid = tailOf(m_options.log, std::size_t{1} << 16);
    run.log = m_options.log;
    for (const telemetry::RankSnapshot& rank : m_collector->snapshot().ranks) {
        const int number = static_cast<int>(run.ranks.size());
        RankEvidence known{.state = rank.state, .words = rank.byeText};
        if (std::string whole = m_reading.failureOf(number); !whole.empty())
            known.words = std::move(whole);
        known.host = m_reading.hostOf(number);
        known.gpu = m_reading.gpuOf(number);
        known.lastOp = m_reading.lastOp(number);
        if (const auto death = m_deaths.find(number); death != m_deaths.end())
            known.death = death->second;
        const auto& byes = m_reading.byes();
        if (const auto bye = std::find(byes.begin(), byes.end(), number); bye != byes.end())
            known.bye = static_cast<int>(bye - byes.begin());
        run.ranks.push_back(std::move(known));
    }
    return run;
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
