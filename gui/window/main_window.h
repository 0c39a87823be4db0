// The window: docks around the timeline, menus from the registry of actions. What the parts do is
// in the parts (file_commands.h, run_commands.h, search_commands.h, run_charts.h, status_words.h,
// timeline_area.h); here they are put together, placed, and remembered from one start to the next.

#pragma once

#include "gui/window/action_registry.h"
#include "gui/window/run_charts.h"
#include "gui/window/run_commands.h"
#include "gui/window/search_commands.h"
#include "gui/window/status_words.h"
#include "gui/window/theme_choice.h"
#include "gui/window/timeline_area.h"

#include <QMainWindow>

#include <functional>

class QDockWidget;
class QSettings;
class QTabWidget;

namespace gui {

class CompareView;
class MemoryChart;
class RunPanel;
class VerdictStrip;

// What the application decides about a window before it is made.
struct WindowOptions {
    bool keepLayout = true;                   // restore it at the start and save it at the end
    std::function<void(ThemeChoice)> onTheme; // the theme is the application's affair
    ThemeChoice theme = ThemeChoice::System;
};

// The application owns it, with the document and the runs that it shows. Everything here is on the
// GUI thread.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    // Raise it when docks are added, removed or renamed: an older layout is then not restored.
    static constexpr int kLayoutVersion = 4;

    // All but the options must outlive the window. It is made for the given document and stays with
    // it: opening another file changes what the document holds, not which document it is. With
    // `keepLayout` the layout, the compared schedules and whether critical path and memory are
    // shown are read from `settings` here, and written when the window is closed.
    MainWindow(Document& document, RunController& controller, QSettings& settings,
               WindowOptions options);
    ~MainWindow() override;

    // The parts of the window, for the application, pictures and tests. They live as long as the
    // window does.
    TimelineArea& timelineArea() { return *m_area; }
    CompareView& compareView() { return *m_compare; }
    VerdictStrip& verdict() { return *m_verdict; }
    MemoryChart& memoryChart() { return *m_charts.memory(); }
    const Estimator& estimator() const { return m_estimator; }
    RunView& runView() { return m_runView; }
    const ActionRegistry& actions() const { return m_actions; }

    // As File > Open with that file chosen.
    void openFile(const QString& path) { m_files.openPath(path); }

    // See RunCommands.
    void openStrategyOfNextRun() { m_runCommands.openStrategyOfNextRun(); }

    // Puts every dock back to its first place, with a size that suits the window's present one.
    void resetLayout();

    // Calls `onward` at once where the document has no unsaved changes; otherwise asks, and calls
    // it after they were saved or discarded. It is never called when the user stays.
    void leaveDocument(std::function<void()> onward) { m_files.leaveDocument(std::move(onward)); }

    // Emitted when the window was closed in good order, after any question about unsaved changes
    // has been answered: nothing needs to be kept for a later recovery.
signals:
    void closed(); // in order: what is not saved is not wanted

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    // `id` is the object name under which the layout remembers the dock, and so never changes. The
    // dock owns `content`.
    QDockWidget* addDock(const char* id, const QString& title, QWidget* content,
                         Qt::DockWidgetArea area);
    // The constructor calls these in this order: menus list the docks, and commands need both.
    void makeDocks();
    void makeMenus();
    void connectFileActions();
    void connectUndo();
    void connectViewActions();
    // The pages of the middle, Step and Compare, and the action that goes over between them.
    // Called by connectViewActions().
    void connectPages();
    void connectWords();
    // The panel of the devices has a place, and an entry in the menu, while a run is shown whose
    // devices count.
    void refreshDevicesDock();
    // From the settings. Where there is no layout, or one of another version, the first show lays
    // the docks out.
    void restoreLayout();
    // Shows a failure in the strip over the timeline, where it stays until it is dismissed, and
    // takes back what the status line said.
    void fail(const QString& sentence);
    void refreshTitle();
    // Asks for a file and writes the window into it as it was when asked.
    void savePicture();

    // Members are destroyed before the child widgets further down, which hold references to some of
    // them. The destructors of those widgets must therefore not use them.
    Document& m_document;
    RunController& m_controller;
    QSettings& m_settings;
    WindowOptions m_options;
    ActionRegistry m_actions;
    RunView m_runView;    // before everything that shows a step
    FileCommands m_files; // before the commands that ask through it
    Estimator m_estimator;
    RunCommands m_runCommands;
    SearchCommands m_searchCommands;
    RunCharts m_charts;
    StatusWords m_status;
    TimelineArea* m_area;    // children
    CompareView* m_compare;  //
    QTabWidget* m_pages;     // of those two
    VerdictStrip* m_verdict; // over them
    QDockWidget* m_editorDock = nullptr;
    QDockWidget* m_runDock = nullptr;
    QDockWidget* m_chartDock = nullptr;
    QDockWidget* m_lossDock = nullptr;
    QDockWidget* m_throughputDock = nullptr;
    QDockWidget* m_ledgerDock = nullptr;
    QDockWidget* m_memoryDock = nullptr;
    QDockWidget* m_devicesDock = nullptr;
    RunPanel* m_runPanel = nullptr;
    bool m_placed = false;   // the docks have their sizes
    bool m_mayClose = false; // the user was asked about unsaved changes
};

} // namespace gui
