#include "gui/window/run_commands.h"

#include "engine/strategy/estimate/schedule_of.h"
#include "gui/live/why_not.h"
#include "gui/runs/launch_dialog.h"
#include "gui/runs/run_words.h"
#include "gui/window/action_registry.h"
#include "gui/window/confirm.h"

namespace gui {

RunCommands::RunCommands(Document& document, RunController& controller, RunView& view,
                         QWidget* window)
    : m_document(document)
    , m_controller(controller)
    , m_view(view)
    , m_window(window)
    , m_control(controller)
    , m_calibration(document, view, controller)
{
    connect(&m_calibration, &RunCalibration::said, this, &RunCommands::said);
    connect(&m_calibration, &RunCalibration::failed, this, &RunCommands::failed);
}

void RunCommands::connectTo(ActionRegistry& actions, QSettings* settings)
{
    actions.onTriggered("run.launch", [this, settings] { launch(settings); });
    actions.onTriggered("run.stop", [this] { stop(); });
    actions.onTriggered("run.stopAfterStep", [this] { stopAfterStep(); });
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

void RunCommands::launch(QSettings* settings)
{
    const QString remark = m_control.isLive()
        ? tr("%1 goes on: this run would share the machine with it, and have a tab of its own")
              .arg(m_controller.run()->run)
        : QString();
    auto* dialog = new LaunchDialog(m_document, m_controller, settings, remark, m_window);
    connect(dialog, &LaunchDialog::startWanted, this, &RunCommands::start);
    dialog->open();
}

// What is on show here stays: another run has a tab of its own.
void RunCommands::start(const LaunchOptions& options)
{
    if (options.submit || !m_controller.session().isShowing()) {
        m_controller.launch(options);
        return;
    }
    if (const auto prepared = m_controller.prepare(options))
        emit besideWanted(*prepared);
}

void RunCommands::stop()
{
    if (!m_controller.run())
        return;
    // By its name: another run may be on show by the time of the answer.
    const QString run = m_controller.run()->commandName();
    QStringList lines{tr("Stop every process of %1 now? %2").arg(run, whatEnds())};
    // Of a run that has not said what it runs on, too: it may train.
    const RunSnapshotPtr& shown = m_view.run();
    if (!shown || !shown->info || !shown->info->emulated)
        lines << tr("What was trained since its last checkpoint is lost.");
    if (m_control.canAsk())
        lines << tr("\"Stop after this step\" (Ctrl+F5) lets the step under way end.");
    confirm({tr("Stop the run"), lines.join(QLatin1Char('\n')), tr("Stop")}, m_window,
            [this, run] { m_controller.stop(run); });
}

void RunCommands::stopAfterStep()
{
    if (!m_control.canAsk())
        return;
    const QString run = m_controller.run()->run;
    confirm({tr("Stop after this step"),
             tr("End %1 once the step under way is done? %2\nWhat was trained since its last "
                "checkpoint is lost; \"Checkpoint now\" (F7) saves it first.")
                 .arg(run, whatEnds()),
             tr("Stop after the step")},
            m_window, [this, run] {
                if (m_controller.run() && m_controller.run()->run == run)
                    m_control.ask({.what = ControlRequest::What::StopAfterStep});
            });
}

// "It has done 163 of 500 steps; the rest would take about 56 s."
QString RunCommands::whatEnds() const
{
    const RunSnapshotPtr& run = m_view.run();
    const int steps = m_controller.run() ? m_controller.run()->steps : 0;
    if (!run || !run->newest)
        return tr("No step of it is done yet.");
    const int done = run->newest->number + 1;
    if (steps <= done)
        return done == 1 ? tr("It has done 1 step.") : tr("It has done %1 steps.").arg(done);
    const plan::Nanoseconds left = (steps - done) * run->newest->timeline.makespan;
    return tr("It has done %1 of %2 steps; the rest would take about %3.")
        .arg(done)
        .arg(steps)
        .arg(durationText(left));
}

void RunCommands::openStrategyOfNextRun()
{
    auto once = std::make_shared<QMetaObject::Connection>();
    *once = connect(&m_controller, &RunController::runChanged, this, [this, once] {
        if (!m_controller.run())
            return; // still being looked for
        disconnect(*once);
        // What was changed meanwhile can be had back.
        if (m_document.isModified())
            takeRunStrategy();
        else if (const auto strategy = runsStrategy())
            m_document.start(*strategy);
    });
}

std::optional<strategy::Strategy> RunCommands::runsStrategy() const
{
    const auto launched = m_controller.launched().strategy();
    if (!launched)
        return {};
    const RunSnapshotPtr& run = m_view.run();
    return strategy::swappedTo(*launched,
                               run && run->schedule.swapped ? run->schedule.name : std::string());
}

void RunCommands::takeRunStrategy()
{
    const auto strategy = runsStrategy();
    if (!strategy)
        return;
    m_document.endGesture();
    m_document.edit(tr("take the run's strategy"), QStringLiteral("run"), *strategy);
    m_document.endGesture();
}

} // namespace gui
