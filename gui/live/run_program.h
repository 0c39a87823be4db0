// The commands the window gives to `bubblescope-run`, as argument lists. Never through a shell.

#pragma once

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace gui {

// A program and its arguments, as QProcess takes them.
struct RunCommand {
    QString program; // absolute
    QStringList arguments;

    // As one would type it, for a person to read.
    QString text() const;
};

// `bubblescope-run` beside our own program, else on the PATH; empty if it is in neither place.
QString findRunProgram(const QString& ownDirectory);

// `program` is what findRunProgram() found, and `run` the name of a run. What starts one is in
// launch_options.h.
// `remote`: the machine whose runs are listed, as ssh takes it; empty: this one.
RunCommand listCommand(const QString& program, const QString& remote = {});
// Lets this machine watch a run of another one for as long as it goes on: "user@login:last".
RunCommand tunnelCommand(const QString& program, const QString& run);
// A stop takes as long as the run's processes, or Slurm, or ssh do; then it says so itself.
inline constexpr std::chrono::seconds kStopDeadline{100};
RunCommand stopCommand(const QString& program, const QString& run);
// "pause", "checkpoint", "slow" …, then the run, then what that takes.
RunCommand controlCommand(const QString& program, const QString& verb, const QString& run,
                          const QStringList& more = {});

// Of the folder of a run.
QString eventLogIn(const QString& folder);

// What Slurm says of the job that a run waits in, which has not begun, or never will.
struct QueuedJob {
    QString id{};        // its number; empty: there is no such job, or the run has begun
    QString state{};     // "queued", "requeued", "running"; empty: Slurm does not say
    QString words{};     // how it stands and why, a sentence in English
    QString why{};       // the reason alone, where it waits
    QString waiting{};   // "turn", "somebody" or "forever"; empty: it does not wait
    QString submitted{}; // UTC, as RunEntry::started

    bool operator==(const QueuedJob&) const = default;
};

// One run as `list --json` tells it, or as the line of `--detach`; what is not told is empty.
struct RunEntry {
    QString run{};
    QString state{};
    QString outcome{};      // "failed: why"; empty while it runs
    QString strategy{};     // the file that was named
    QString strategyName{}; // in it
    QString started{};      // UTC, 2026-01-31T23:59:59Z
    QString ended{};        // the same; empty while it runs
    QString device{};       // the word of a strategy::RunDevice
    QString directory{};
    QString viewerEndpoint{};
    QString host{}; // of its supervisor; empty: not told
    // Of a run on a machine that ssh reaches: that machine, as ssh takes it. Its folder here is the
    // one of a tunnel.
    QString remote{};
    // Of a run on another host: "lives", or "silent" where cannot be told whether it does.
    QString elsewhere{};
    quint64 session = 0; // by which its viewers know it; 0: not told
    int ranks = 0;
    int steps = 0;
    // Of a run that failed, whose end ended it; -1, or 0 for the signal: not known.
    int failedRank = -1;
    int failedSignal = 0;
    int failedStep = -1;
    // Of a run that is over.
    QString paceWarning{}; // its machine was too slow for what it emulated: a sentence
    quint64 unlogged = 0;  // records that are in no file, because the disk was full
    bool held = false;     // its processes are stopped, by a signal
    bool paused = false;   // it waits between two steps, as it was asked to
    QueuedJob job{};

    bool operator==(const RunEntry&) const = default;

    bool isRunning() const { return state == QLatin1String("running"); }
    // What a command of bubblescope-run knows it by: "user@login:20261128-101500-1a2b", or the
    // name.
    QString commandName() const { return remote.isEmpty() ? run : remote + QLatin1Char(':') + run; }
    bool hasBegun() const { return job.id.isEmpty(); } // else nothing of it is recorded
    bool isQueued() const { return state == QLatin1String("queued"); }
    // When it was started, or given to Slurm.
    const QString& since() const { return started.isEmpty() ? job.submitted : started; }
    // Its event log, and the strategy as it was launched.
    QString events() const { return eventLogIn(directory); }
    QString strategyCopy() const
    {
        return directory
            + (hasBegun() ? QStringLiteral("/strategy.yaml") : QStringLiteral("/submitted.yaml"));
    }
};

// True for a run of another machine, "user@login:last": a colon that no slash comes before.
bool meansRemoteRun(const QString& wanted);

// Nothing if the answer is not what these commands say.
std::optional<QList<RunEntry>> parseRunList(const QByteArray& json);
std::optional<RunEntry> parseLaunched(const QByteArray& line);
// Of the folder of a tunnel that is open, where it says which run it leads to.
std::optional<RunEntry> readTunnel(const QString& directory);
// Of the line that a submission has printed: a run that is queued.
std::optional<RunEntry> parseSubmitted(const QByteArray& line);
// The run whose submission is in that folder; empty where there is none.
QString submittedRunIn(const QString& directory);
// Of the run.json in that folder; the run is one that has ended, since nobody is asked whether it
// goes on. Nothing where there is none, or it is none.
std::optional<RunEntry> readRunRecord(const QString& directory);

// "last", a name, or the beginning of exactly one name; nothing if none or several fit. `runs`:
// newest first.
std::optional<RunEntry> chooseRun(const QList<RunEntry>& runs, const QString& wanted);

} // namespace gui
