// Everything the window does with runs: launches, finds, shows and stops them, through the
// `bubblescope-run` program alone. A run is never a child of the window: closing it, or losing it,
// leaves the run going.
//
// It owns what is known of the run on show: the frames that come from it (LiveSession) and the
// strategy it was launched with (LaunchedStrategy). It only reads the document, to launch what it
// holds.

#pragma once

#include "gui/document/document.h"
#include "gui/live/launch_options.h"
#include "gui/live/launched_strategy.h"
#include "gui/live/live_session.h"
#include "gui/live/prepared_launch.h"
#include "gui/live/tunnel.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace gui {

struct CommandAnswer;

class RunController : public QObject {
    Q_OBJECT
public:
    // `document` must outlive the controller. `program`: see findRunProgram(); may be empty, and
    // then every command fails with a sentence.
    RunController(const Document& document, QString program, QObject* parent = nullptr);
    ~RunController() override;

    LiveSession& session() { return m_session; }
    const LiveSession& session() const { return m_session; }
    LaunchedStrategy& launched() { return m_launched; }
    const LaunchedStrategy& launched() const { return m_launched; }
    // Shown; of a bare recording what its folder says. Empty while nothing is shown.
    const std::optional<RunEntry>& run() const { return m_run; }
    bool isReplay() const { return m_replay; }
    bool isBusy() const { return m_busy; } // a command was given and has not answered

    // The command that prepare() would give now; without a program where that was not found.
    RunCommand commandOf(const LaunchOptions& options) const;

    const QString& program() const { return m_program; } // empty: it was not found

    // Why the document cannot be launched as it is, a translated sentence; empty where it can.
    QString whyNoLaunch() const;

    // Of the document as it is now, whose strategy is written to a file of its own where its own
    // file does not hold it. Nothing where it cannot be launched, which failed() then says.
    std::optional<PreparedLaunch> prepare(const LaunchOptions& options);

    // A launch that submits shows no run: it says which job it is, and how that stands.
    // Commands answer later, by said() or failed(); while isBusy(), launch() does nothing, and
    // stop() says that it does not. The launch may be one that another controller has prepared.
    void launch(const PreparedLaunch& launch);
    void launch(const LaunchOptions& options);
    // Every process of that run, at once; `run` is its name. It need not be the one on show.
    void stop(const QString& run);
    // Shows a run as it goes on, or its recording where it is over. What was shown before stays
    // where that fails.
    void attach(const RunEntry& run);
    // Shows none; the run goes on.
    void leave();
    // Shows a recording: an event log, or a directory that holds one.
    void replayPath(const QString& path);

    // The run on show is that one, or its recording.
    bool isShowing(const RunEntry& run) const;

    // Asks the list of runs of the one on show. Not called where the list cannot be had, or another
    // run is on show by then.
    void askWhetherPaused(const std::function<void(bool isPaused)>& onAnswer);
    // By name, its beginning, or "last"; of another machine as "user@login:last", which ssh
    // reaches; or by the folder of a tunnel that is open. `onMissing` is called with a sentence if
    // there is no such run.
    void attachNamed(const QString& wanted, std::function<void(const QString&)> onMissing);
    // The same for recordings; a path is taken as one.
    void replayNamed(const QString& wanted, const std::function<void(const QString&)>& onMissing);

signals:
    void said(const QString& sentence); // for the status line
    void failed(const QString& sentence);
    void runChanged(); // another run, none, what became of it, or busy

private:
    static QString notBegunText(const RunEntry& run);
    void submit(const PreparedLaunch& launch);
    void sayNotStarted(const CommandAnswer& answer);
    void setBusy(bool busy);
    bool haveProgram();
    bool isInItsFile() const; // the strategy is, as it stands
    QString strategyFile() const;
    void show(const RunEntry& run, bool replay, const std::optional<strategy::Strategy>& launched,
              PredictionPtr prediction);
    void attachRemote(const QString& wanted, std::function<void(const QString&)> onMissing);
    void lookWhatBecameOfIt();
    // As the list of runs has the one on show; nothing where the list cannot be had or lacks it, or
    // another run is on show by then.
    void askList(std::function<void(const std::optional<RunEntry>&)> onAnswer);
    // `recorded`: of those that have begun the last, which others are not.
    void findNamed(const QString& wanted, bool recorded,
                   std::function<void(const QString&)> onMissing,
                   std::function<void(const RunEntry&)> onFound);

    const Document& m_document;
    QString m_program;
    LiveSession m_session;
    LaunchedStrategy m_launched;
    std::optional<RunEntry> m_run;
    std::unique_ptr<Tunnel> m_tunnel;  // by which the run on show is reached; null: it is here
    std::unique_ptr<Tunnel> m_opening; // of the one that is wanted next
    bool m_replay = false;
    bool m_busy = false;
    bool m_looking = false;  // what became of a run that does not answer
    bool m_lacksEnd = false; // the run on show is over and has not said how it ended
    QTimer m_lookAgain;
    // Copies of strategies that are launched without a file of theirs.
    std::shared_ptr<QTemporaryDir> m_unsaved = std::make_shared<QTemporaryDir>();
};

} // namespace gui
