// Runs the ranks of one run from their start until nothing of them is left, and collects
// what they send meanwhile.
//
// Not thread-safe: one thread, the longest-living of the process, owns it. SIGTERM, SIGINT,
// SIGHUP, SIGUSR1, SIGCONT and SIGCHLD must be blocked in all threads; see blockSignals().

#pragma once

#include "engine/launch/child_process.h"
#include "engine/launch/held_ranks.h"
#include "engine/launch/hosts/host.h"
#include "engine/launch/judgement.h"
#include "engine/launch/rank_watch.h"
#include "engine/launch/report.h"
#include "engine/launch/run_reading.h"
#include "engine/launch/silence.h"
#include "engine/strategy/file_descriptor.h"
#include "telemetry/collector.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

// What is run, and who is told of it. The functions are called on the supervisor's own thread, from
// within run() or the destructor, and must not block it for long: it is the one that empties the
// collector's queue.
struct SupervisorOptions {
    ChildProcess launcher; // the command that starts the ranks; writes into `log`
    int ranks = 1;         // processes of the run, at least 1
    Hosts hosts{};         // that carry them, as placeRanks() gives them; empty: this machine
    // Its job may be ended by Slurm, which then says so in `log` a moment later.
    bool inJob = false;
    std::filesystem::path log; // run.log, which the launcher's last words are read from
    pid_t guard = -1;          // a child of ours that is no part of the run
    std::chrono::nanoseconds predictedStep{};    // 0: unknown
    std::chrono::nanoseconds timeout{};          // of one wait of a rank; 0: what fits its steps
    std::function<bool()> paused{};              // somebody asked the run to wait; empty: never
    std::function<void(bool paused)> onPaused{}; // where that has changed; may be empty
    std::function<bool()> isRemoved{};           // the folder of `log` was deleted; empty: never
    std::function<void()> showLife{};            // called every kLifeEvery; may be empty
    std::function<void()> onLimitNear{};         // SIGUSR1 came; may be empty
    // Called once for every finished step, in order; `dropped`: records that the ranks have dropped
    // so far. May be empty.
    std::function<void(const StepReport&, std::uint64_t dropped)> onStep;
    // Called with a sentence for a person. Must not be empty.
    std::function<void(std::string_view sentence)> say;
};

// Blocks the signals that the supervisor reads, and ignores SIGPIPE; to be called before any thread
// starts, as threads inherit the mask.
void blockSignals();

// Ends a run that has gone wrong as well as one that is done: a rank that died ends it once the
// launcher has had time to say why, and so does a rank's silence of 30 s, or no record of any rank
// for two minutes and many steps more. A run that is paused, or held by a stop signal, is waited
// for. One whose folder was deleted is ended, too: it could be neither found nor stopped by
// anybody.
class Supervisor {
public:
    // Starts the launcher. `collector` must be running already. The error says why the launcher
    // cannot be executed, or signals cannot be received; nothing is left running then.
    static plan::Result<std::unique_ptr<Supervisor>>
    start(SupervisorOptions options, std::unique_ptr<telemetry::Collector> collector);

    // Ends all descendants that are left.
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    // Returns when the run is over and no process of it is left.
    Ending run();

    // Of the finished run; call them after run().
    const std::vector<StepReport>& steps() const { return m_steps; }
    const RunReading& reading() const { return m_reading; }
    TelemetryReport telemetry() const { return m_telemetry; }

private:
    using Clock = std::chrono::steady_clock;

    Supervisor(SupervisorOptions options, std::unique_ptr<telemetry::Collector> collector,
               strategy::FileDescriptor signals, pid_t launcher);

    bool isOver();
    void waitForNews();
    void takeFrames();
    void reap();
    void checkRanks();
    void checkHolds();
    void checkSilence();
    void checkFolder();
    std::chrono::nanoseconds patience() const;
    void noteDeadRanks(const std::vector<int>& ranks);
    void waitForLauncher(std::chrono::milliseconds patience);
    void waitForJobWords();
    bool launcherGoesOn();
    Ending howItEnded();
    // Of a run that was given up because a rank waited in vain: with the one that it waited for.
    Ending withWhoHeldUp(Ending ending) const;
    RunEvidence evidence() const;
    void endEverything();

    SupervisorOptions m_options;
    std::unique_ptr<telemetry::Collector> m_collector;
    pid_t m_launcher;
    RankWatch m_watch;
    HeldRanks m_held{m_watch};
    strategy::FileDescriptor m_signals;
    RankSilence m_rankSilence;
    RunReading m_reading;
    std::vector<StepReport> m_steps;
    TelemetryReport m_telemetry;
    std::optional<int> m_launcherStatus; // as wait() gives it
    std::map<int, int> m_deaths;         // by rank: RankEvidence::death
    int m_roundsOfDeath = 0;
    bool m_someDied = false;         // as far as is known, and the launcher is waited for
    std::optional<Ending> m_silence; // why the run is given up; none: it is not
    bool m_stopAsked = false;
    bool m_paused = false; // already told
    std::uint64_t m_received = 0;
    Clock::time_point m_lastRecord = Clock::now();
    double m_longestStep = 0; // seconds
    Clock::time_point m_lastCheck{};
    Clock::time_point m_lastLife{};
    std::string m_logProblem; // already told
};

} // namespace launch
