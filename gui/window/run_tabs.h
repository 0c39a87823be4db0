// Opens runs and recordings as tabs: each in a tab with the strategy that it is of. One that is
// open already is brought to the front.

#pragma once

#include "gui/runs/run_library.h"

#include <QList>
#include <QObject>
#include <QPointer>

#include <functional>

class QSettings;

namespace gui {

class MainWindow;
class OpenStrategy;
class RunBrowser;
class StrategySheet;
class Workspace;

class RunTabs : public QObject {
    Q_OBJECT
public:
    // `window`, which it is a child of, outlives it, as the others do. Recordings that were opened
    // are kept in the settings.
    RunTabs(MainWindow& window, Workspace& workspace, QSettings& settings);
    ~RunTabs() override;

    RunLibrary& library() { return m_library; }

    // The panel of the mode Runs.
    QWidget* panel();
    // Shows it, with the keyboard in its filter.
    void browse();

    void chooseRecording(); // asks which; not waited for

    // An event log, or a directory that holds one.
    void openRecording(const QString& path);
    // By name; attaches to it where it goes on, and else shows its recording. `onMissing`: see
    // RunController::attachNamed().
    void openRun(const QString& name, std::function<void(const QString&)> onMissing);
    void open(const RunEntry& run);
    // On one axis, in a tab of its own.
    void compare(const QList<RunEntry>& runs);
    // Asks first. A recording from elsewhere is taken off the list alone.
    void remove(const RunEntry& run);
    // Likewise: a run that goes on is ended, the job of one that waits is cancelled.
    void stop(const RunEntry& run);

private:
    // Brings to the front what shows that run; false: nothing does.
    bool raise(const std::function<bool(OpenStrategy&)>& shows);
    // In front: the tab that is there, where nothing was done in it yet, or a new one.
    StrategySheet& freshSheet();
    void forget(const RunEntry& run);
    void putAway(const RunEntry& run);
    void end(const RunEntry& run);

    MainWindow& m_window;
    Workspace& m_workspace;
    QSettings& m_settings;
    RunLibrary m_library;
    QPointer<RunBrowser> m_browser; // child of the window's panel
};

} // namespace gui
