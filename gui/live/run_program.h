// The commands the window gives to `bubblescope-run`, as argument lists. Never through a shell.

#pragma once

#include <QString>
#include <QStringList>

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

// `program` is what findRunProgram() found, and `run` the name of a run. `device`: the word of a
// strategy::RunDevice, as --device takes it. The run is launched with --detach: it goes on when the
// command has ended, and parseLaunched() reads what that printed.
RunCommand launchCommand(const QString& program, const QString& strategyFile, int steps,
                         const QString& device);
RunCommand listCommand(const QString& program);
RunCommand stopCommand(const QString& program, const QString& run);
// "pause", "checkpoint", "slow" …, then the run, then what that takes.
RunCommand controlCommand(const QString& program, const QString& verb, const QString& run,
                          const QStringList& more = {});

// One run as `list --json` tells it, or as the line of `--detach`; what is not told is empty.
struct RunEntry {
    QString run;
    QString state;
    QString outcome;  // "failed: why"; empty while it runs
    QString strategy; // the file that was named
    QString started;
    QString directory;
    QString viewerEndpoint;
    quint64 session = 0; // by which its viewers know it; 0: not told
    int ranks = 0;
    int steps = 0;

    bool isRunning() const { return state == QLatin1String("running"); }
    // Its event log, and the strategy as it was launched.
    QString events() const { return directory + QStringLiteral("/events.bslog"); }
    QString strategyCopy() const { return directory + QStringLiteral("/strategy.yaml"); }
};

// Nothing if the answer is not what these commands say.
std::optional<QList<RunEntry>> parseRunList(const QByteArray& json);
std::optional<RunEntry> parseLaunched(const QByteArray& line);

// "last", a name, or the beginning of exactly one name; nothing if none or several fit. `runs`:
// newest first.
std::optional<RunEntry> chooseRun(const QList<RunEntry>& runs, const QString& wanted);

} // namespace gui
