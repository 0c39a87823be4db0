// What one asks of a run while it goes on, through `bubblescope-run`: one request at a time, and
// the last answer. A run answers between two steps, which may take minutes; the window goes on
// meanwhile.

#pragma once

#include "engine/strategy/run_device.h"
#include "gui/live/run_controller.h"
#include "gui/live/short_command.h"

#include <QObject>
#include <QTimer>

namespace gui {

struct ControlRequest {
    enum class What { Pause, Resume, StopAfterStep, Checkpoint, Slow, Swap };

    What what = What::Pause;
    int rank = 0;       // of Slow: in the world
    double factor = 1;  // of Slow: by which its ops take longer; 1: as fast as it can
    QString schedule{}; // of Swap: its name in the catalogue
};

// What `program` is called with to ask that of `run`, by its name.
RunCommand commandOf(const ControlRequest& request, const QString& program, const QString& run);

class RunControl : public QObject {
    Q_OBJECT
public:
    // `controller` must outlive it.
    explicit RunControl(RunController& controller, QObject* parent = nullptr);

    // A run that goes on is shown, its device takes commands, and none of its answers is awaited.
    // Whether it takes the request is the run's to say, as it is for a device that is not known
    // here.
    bool canAsk() const;
    bool isLive() const; // a run that goes on is shown
    // Why canAsk() is false; empty where it is true.
    QString whyNot() const;
    // It said that it pauses, to whoever asked it, and nothing of a step has come since that it had
    // not begun. A run that is paused already says so again.
    bool isPaused() const { return m_paused; }

    // Its answer, or that it was asked; empty before the first request. `isRefusal()`: the answer
    // says why not.
    const QString& answer() const { return m_answer; }
    bool isRefusal() const { return m_refusal; }
    bool isAsking() const { return m_asking; }

    // Does nothing unless canAsk().
    void ask(const ControlRequest& request);

    // Whether somebody else has paused a run that has done no step since that one. Called where
    // there was none for a while; public so that a test need not wait.
    void lookForPause(int newestStep);

signals:
    void changed(); // any of the above
    // Another run is on show, or none: a question about the one before is to be put away.
    void runChanged();

private:
    void forget();
    void onAnswer(const ControlRequest& request, const CommandAnswer& answer);
    void notePause();
    void onUpdate(const RunSnapshotPtr& run);

    RunController& m_controller;
    QString m_run; // whose answer this is
    QString m_answer;
    QTimer m_look;
    bool m_refusal = false;
    bool m_asking = false;
    bool m_paused = false;
    bool m_ended = false;
    const strategy::RunDevice* m_device = nullptr; // null: not told yet, or not known here
    bool m_caughtUp = false;                       // with what the run has sent
    int m_newestStep = -1;                         // of which anything is known
    int m_pausedBefore = -1; // the first step it does not do while paused; -1: not known yet
    int m_slowedFrom = -1;   // from when what the answer says of a rank holds; -1: it says no such
};

} // namespace gui
