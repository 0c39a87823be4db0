// The window: docks around the timeline, menus from the registry of actions. What the parts do is
// in the parts; here they are put together.

#pragma once

#include "gui/charts/step_series.h"
#include "gui/charts/training_series.h"
#include "gui/estimate/estimator.h"
#include "gui/live/run_calibration.h"
#include "gui/live/run_control.h"
#include "gui/window/action_registry.h"
#include "gui/window/file_commands.h"
#include "gui/window/theme_choice.h"
#include "gui/window/timeline_area.h"

#include <QMainWindow>

#include <functional>

class QDockWidget;
class QLabel;
class QSettings;
class QTabWidget;

namespace gui {

class CompareView;
class MemoryChart;
class RunPanel;
class SearchDialog;
class StepChart;
class SweepDialog;
class VerdictStrip;

struct WindowOptions {
    bool keepLayout = true;                   // restore it at the start and save it at the end
    std::function<void(ThemeChoice)> onTheme; // the theme is the application's affair
    ThemeChoice theme = ThemeChoice::System;
};

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    // Raise it when docks are added, removed or renamed: an older layout is then not restored.
    static constexpr int kLayoutVersion = 3;

    // All but the options must outlive the window.
    MainWindow(Document& document, RunController& controller, QSettings& settings,
               WindowOptions options);
    ~MainWindow() override;

    TimelineArea& timelineArea() { return *m_area; }
    CompareView& compareView() { return *m_compare; }
    VerdictStrip& verdict() { return *m_verdict; }
    MemoryChart& memoryChart() { return *m_memory; }
    const Estimator& estimator() const { return m_estimator; }
    RunView& runView() { return m_runView; }
    const ActionRegistry& actions() const { return m_actions; }

    // As File > Open with that file chosen.
    void openFile(const QString& path) { m_files.openPath(path); }

    // Sizes of the docks for the window's present size.
    void resetLayout();

    // Calls `onward` once nothing would be lost by it, after asking.
    void leaveDocument(std::function<void()> onward) { m_files.leaveDocument(std::move(onward)); }

signals:
    void closed(); // in order: what is not saved is not wanted

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QDockWidget* addDock(const char* id, const QString& title, QWidget* content,
                         Qt::DockWidgetArea area);
    void makeDocks();
    void makeCharts();
    void makeMenus();
    void connectFileActions();
    void connectRunActions();
    void connectViewActions();
    void connectPages();
    void connectStatus();
    void connectSearch();
    void restoreLayout();
    void say(const QString& sentence);
    void fail(const QString& sentence);
    void refreshTitle();
    void refreshFacts();
    void takeSteps(const RunSnapshot& run);
    void refreshChart();
    void refreshCalibrate();
    void launch();
    void stop();
    void chooseRun();
    void chooseRecording();
    void openRunStrategy();
    void savePicture();
    template <class Dialog>
    void showStrategiesOf(Dialog*& dialog); // whose rows open; makes it first

    Document& m_document;
    RunController& m_controller;
    QSettings& m_settings;
    WindowOptions m_options;
    ActionRegistry m_actions;
    RunView m_runView;
    RunControl m_control;
    RunCalibration m_calibration;
    FileCommands m_files;
    Estimator m_estimator;
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
    RunPanel* m_runPanel = nullptr;
    StepChart* m_chart = nullptr;
    StepChart* m_loss = nullptr;
    StepChart* m_throughput = nullptr;
    MemoryChart* m_memory = nullptr;
    SearchDialog* m_search = nullptr; // once it was asked for
    SweepDialog* m_sweep = nullptr;   // likewise
    StepSeries m_series;              // of the run shown
    TrainingSeries m_training;
    QLabel* m_words;       // what was said last
    QLabel* m_facts;       // of the picture
    bool m_placed = false; // the docks have their sizes
    bool m_mayClose = false;
};

} // namespace gui
