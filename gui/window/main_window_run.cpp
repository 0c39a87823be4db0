// What of the window has to do with a run.

#include "gui/live/attach_dialog.h"
#include "gui/live/run_panel.h"
#include "gui/live/why_not.h"
#include "gui/window/confirm.h"
#include "gui/window/main_window.h"

#include <QFileDialog>

namespace gui {

void MainWindow::connectRunActions()
{
    m_actions.onTriggered("run.launch", [this] { launch(); });
    m_actions.onTriggered("run.stop", [this] { stop(); });
    m_actions.onTriggered("run.attach", [this] { chooseRun(); });
    m_actions.onTriggered("run.replay", [this] { chooseRecording(); });
    m_actions.onTriggered("run.leave", [this] { m_controller.leave(); });
    m_actions.onTriggered("run.follow", [this] {
        if (m_actions.action("run.follow")->isChecked())
            m_runView.follow();
        else if (m_runView.shown().step)
            m_runView.hold(m_runView.shown().step->number);
    });
    m_actions.onTriggered("run.previousStep", [this] { m_runView.moveBy(-1); });
    m_actions.onTriggered("run.nextStep", [this] { m_runView.moveBy(1); });
    m_actions.onTriggered("run.calibrate", [this] { m_calibration.start(); });
    connect(&m_calibration, &RunCalibration::said, this, &MainWindow::say);
    connect(&m_calibration, &RunCalibration::failed, this, &MainWindow::fail);
    for (const auto changed : {&Document::strategyChanged, &Document::problemsChanged})
        connect(&m_document, changed, this, &MainWindow::refreshCalibrate);
    connect(&m_runView, &RunView::changed, this, &MainWindow::refreshCalibrate);
    refreshCalibrate();
    connect(m_area, &TimelineArea::runStrategyWanted, this, &MainWindow::openRunStrategy);
    for (const auto signal : {&LiveSession::started, &LiveSession::left})
        connect(&m_controller.session(), signal, this, [this] {
            m_series.clear();
            m_training.clear();
            refreshChart();
        });
    connect(&m_runView, &RunView::changed, this, &MainWindow::refreshChart);
    connect(&m_document, &Document::predictionChanged, this, &MainWindow::refreshChart);
    connect(&m_controller.session(), &LiveSession::updated, this,
            [this](const RunSnapshotPtr& run) { takeSteps(*run); });
}

// A second run beside one that goes on is asked for twice.
void MainWindow::launch()
{
    const auto start = [this] { m_controller.launch(m_runPanel->steps(), m_runPanel->device()); };
    if (!m_control.isLive()) {
        start();
        return;
    }
    confirm({tr("Launch a second run"),
             tr("%1 goes on. A second run would share this machine with it, and the window would "
                "show that one.")
                 .arg(m_controller.run()->run),
             tr("Launch beside it")},
            this, start);
}

void MainWindow::stop()
{
    if (!m_controller.run())
        return;
    confirm({tr("Stop the run"),
             tr("Stop every process of %1? Steps since its last checkpoint are lost. \"Stop after "
                "this step\" (Ctrl+F5) lets the step under way end.")
                 .arg(m_controller.run()->run),
             tr("Stop")},
            this, [this] { m_controller.stop(); });
}

// Says why where the costs cannot be taken.
void MainWindow::refreshCalibrate()
{
    setWhyNot(m_actions.action("run.calibrate"), m_calibration.whyNot());
}

void MainWindow::chooseRun()
{
    m_controller.listRuns([this](const QList<RunEntry>& runs, const QStringList& remarks) {
        auto* dialog = new AttachDialog(
            runs, remarks, [this](const RunEntry& run) { m_controller.attach(run); }, this);
        dialog->open();
    });
}

void MainWindow::chooseRecording()
{
    auto* dialog = new QFileDialog(this, tr("Show a recording"), QString(),
                                   tr("Recordings (*.bslog);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, &m_controller, &RunController::replayPath);
    dialog->open();
}

void MainWindow::openRunStrategy()
{
    const auto launched = m_controller.launched().strategy();
    if (!launched)
        return;
    const RunSnapshotPtr& run = m_runView.run();
    const std::string swap = run && run->schedule.swapped ? run->schedule.name : std::string();
    m_files.leaveDocument([this, launched, swap] { m_document.start(swappedTo(*launched, swap)); });
}

} // namespace gui
