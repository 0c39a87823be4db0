#include "gui/window/run_commands.h"

#include "gui/live/attach_dialog.h"
#include "gui/live/run_panel.h"
#include "gui/live/why_not.h"
#include "gui/window/action_registry.h"
#include "gui/window/confirm.h"

#include <QFileDialog>

namespace gui {

RunCommands::RunCommands(Document& document, RunController& controller, RunView& view,
                         FileCommands& files, QWidget* window)
    : m_document(document)
    , m_controller(controller)
    , m_view(view)
    , m_files(files)
    , m_window(window)
    , m_control(controller)
    , m_calibration(document, view, controller)
{
    connect(&m_calibration, &RunCalibration::said, this, &RunCommands::said);
    connect(&m_calibration, &RunCalibration::failed, this, &RunCommands::failed);
}

void RunCommands::connectTo(ActionRegistry& actions, RunPanel& panel)
{
    actions.onTriggered("run.launch", [this, &panel] { launch(panel); });
    actions.onTriggered("run.stop", [this] { stop(); });
    actions.onTriggered("run.attach", [this] { chooseRun(); });
    actions.onTriggered("run.replay", [this] { chooseRecording(); });
    actions.onTriggered("run.leave", [this] { m_controller.leave(); });
    actions.onTriggered("run.follow", [this, follow = actions.action("run.follow")] {
        if (follow->isChecked())
            m_view.follow();
        else if (m_view.shown().step)
            m_view.hold(m_view.shown().step->number);
    });
    actions.onTriggered("run.previousStep", [this] { m_view.moveBy(-1); });
    actions.onTriggered("run.nextStep", [this] { m_view.moveBy(1); });
    actions.onTriggered("run.calibrate", [this] { m_calibration.start(); });
    const auto refreshCalibrate = [this, calibrate = actions.action("run.calibrate")] {
        setWhyNot(calibrate, m_calibration.whyNot());
    };
    // Why the costs cannot be taken depends on the strategy as well as on the run.
    for (const auto changed : {&Document::strategyChanged, &Document::problemsChanged})
        connect(&m_document, changed, this, refreshCalibrate);
    connect(&m_view, &RunView::changed, this, refreshCalibrate);
    refreshCalibrate();
}

// A second run beside one that goes on is asked for twice.
void RunCommands::launch(const RunPanel& panel)
{
    const auto start = [this, &panel] { m_controller.launch(panel.steps(), panel.device()); };
    if (!m_control.isLive()) {
        start();
        return;
    }
    confirm({tr("Launch a second run"),
             tr("%1 goes on. A second run would share this machine with it, and the window would "
                "show that one.")
                 .arg(m_controller.run()->run),
             tr("Launch beside it")},
            m_window, start);
}

void RunCommands::stop()
{
    if (!m_controller.run())
        return;
    // By its name: another run may be on show by the time of the answer.
    const QString run = m_controller.run()->run;
    confirm({tr("Stop the run"),
             tr("Stop every process of %1? Steps since its last checkpoint are lost. \"Stop after "
                "this step\" (Ctrl+F5) lets the step under way end.")
                 .arg(run),
             tr("Stop")},
            m_window, [this, run] { m_controller.stop(run); });
}

void RunCommands::chooseRun()
{
    m_controller.listRuns([this](const QList<RunEntry>& runs, const QStringList& remarks) {
        auto* dialog = new AttachDialog(
            runs, remarks, [this](const RunEntry& run) { m_controller.attach(run); }, m_window);
        dialog->open();
    });
}

void RunCommands::chooseRecording()
{
    auto* dialog = new QFileDialog(m_window, tr("Show a recording"), QString(),
                                   tr("Recordings (*.bslog);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, &m_controller, &RunController::replayPath);
    dialog->open();
}

void RunCommands::openStrategyOfNextRun()
{
    auto once = std::make_shared<QMetaObject::Connection>();
    *once = connect(&m_controller, &RunController::runChanged, this, [this, once] {
        if (!m_controller.run())
            return; // still being looked for
        disconnect(*once);
        openRunStrategy();
    });
}

void RunCommands::openRunStrategy()
{
    const auto launched = m_controller.launched().strategy();
    if (!launched)
        return;
    const RunSnapshotPtr& run = m_view.run();
    const std::string swap = run && run->schedule.swapped ? run->schedule.name : std::string();
    m_files.leaveDocument([this, launched, swap] { m_document.start(swappedTo(*launched, swap)); });
}

} // namespace gui
