#include "engine/strategy/estimate/schedule_of.h"
#include "gui/live/attach_dialog.h"
#include "gui/live/run_control.h"
#include "gui/live/run_controls.h"
#include "gui/live/short_command.h"
#include "gui/live/slow_dialog.h"
#include "gui/live/swap_dialog.h"
#include "gui/window/language.h"
#include "tests/gui/fake_program.h"
#include "tests/gui/named.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>

using namespace gui;
using gui::test::FakeProgram;

namespace {

struct Shown {
    FakeProgram program;
    Document document;
    RunController controller;
    RunView view{document, controller};
    RunControl control{controller};

    explicit Shown(const QByteArray& answer)
        : program(answer)
        , controller(document, program.path)
    {
        RunEntry run;
        run.run = QStringLiteral("run-7");
        run.state = QStringLiteral("running");
        run.directory = program.directory.path();
        run.viewerEndpoint = QStringLiteral("ipc://") + program.directory.filePath("viewer");
        run.ranks = 4;
        controller.attach(run);
    }
};

// Of four places with two devices each; the newest step has that number, -1: none.
RunSnapshotPtr snapshotAt(telemetry::SourceState state, int step)
{
    auto run = std::make_shared<RunSnapshot>();
    run->status.state = state;
    run->info = measured::RunInfo{.shape = {.ranks = 4, .chunks = 1, .microbatches = 8},
                                  .schedule = "1f1b",
                                  .device = "cpu",
                                  .world = 8};
    run->schedule.name = "1f1b";
    if (step >= 0) {
        auto newest = std::make_shared<measured::Step>();
        newest->number = step;
        newest->ended = true;
        newest->timeline.spans.resize(4);
        run->newest = newest;
    }
    return run;
}

} // namespace

class tst_RunControl : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aRequestIsSentAndItsAnswerShown();
    void aRefusalIsShownAsTheRunSaidIt();
    void pauseBecomesResume();
    void aRunIsPausedUntilItsStepsSayOtherwise();
    void theDeviceSaysWhatARunTakes();
    void aQuestionGoesWithItsRun();
    void aLaunchThatCannotBeSaysWhy();
    void aStopThatCannotBeSaysWhy();
    void aCommandThatIsLateSaysSo();
    void everyRequestIsTheCommandItSays();
    void theDialogSendsRankAndFactor();
    void theDialogOffersTheWorldWhileTheRunGoesOn();
    void everyNameOfTheSwapCanBeReadWhole();
    void enterInTheSwapSwapsNothing();
    void theListSaysHowRunsEndedAndWhichCannotBeRead();
};

void tst_RunControl::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_RunControl::aRequestIsSentAndItsAnswerShown()
{
    Shown shown("echo 'bubblescope-run: a word before' >&2\n"
                "echo 'bubblescope-run: run run-7: saved step-00000012' >&2");
    QVERIFY(shown.control.canAsk());
    shown.control.ask({.what = ControlRequest::What::Checkpoint});
    QVERIFY(shown.control.isAsking() && !shown.control.canAsk());
    QVERIFY(shown.control.answer().startsWith(QStringLiteral("asked")));
    QTRY_VERIFY(!shown.control.isAsking());
    QCOMPARE(shown.control.answer(), QStringLiteral("saved step-00000012"));
    QVERIFY(!shown.control.isRefusal());
    QCOMPARE(shown.program.lastTold(), QStringLiteral("checkpoint run-7"));
    shown.controller.leave();
    QVERIFY(shown.control.answer().isEmpty() && !shown.control.canAsk());
}

void tst_RunControl::aRefusalIsShownAsTheRunSaidIt()
{
    Shown shown("echo 'bubblescope-run: an emulated run has nothing to save' >&2; exit 1");
    shown.control.ask({.what = ControlRequest::What::Pause});
    QTRY_VERIFY(!shown.control.isAsking());
    QVERIFY(shown.control.isRefusal() && !shown.control.isPaused());
    QCOMPARE(shown.control.answer(), QStringLiteral("an emulated run has nothing to save"));
    QVERIFY(shown.control.canAsk());
}

void tst_RunControl::pauseBecomesResume()
{
    Shown shown("echo \"bubblescope-run: run $2: paused before step 12\" >&2");
    QAction pause(QStringLiteral("Pause or resume"));
    QAction others[4];
    RunControls buttons(shown.control, shown.view, shown.controller,
                        {&pause, &others[0], &others[1], &others[2], &others[3]});
    QVERIFY(pause.isEnabled() && !others[3].isEnabled()); // nothing is known to swap from
    QCOMPARE(pause.iconText(), QStringLiteral("Pause"));
    pause.trigger();
    QVERIFY(!pause.isEnabled());
    QTRY_VERIFY(shown.control.isPaused());
    QCOMPARE(pause.iconText(), QStringLiteral("Resume"));
    pause.trigger();
    QTRY_VERIFY(!shown.control.isAsking());
    QCOMPARE(shown.program.lastTold(), QStringLiteral("resume run-7"));
    QCOMPARE(pause.iconText(), QStringLiteral("Pause"));
    // Somebody else paused it again, or the window was opened anew: one press leads to Resume.
    pause.trigger();
    QTRY_COMPARE(pause.iconText(), QStringLiteral("Resume"));
}

void tst_RunControl::aRunIsPausedUntilItsStepsSayOtherwise()
{
    using telemetry::SourceState;
    using What = ControlRequest::What;
    const auto at = [](Shown& shown, SourceState state, int step) {
        emit shown.controller.session().updated(snapshotAt(state, step));
        return shown.control.isPaused();
    };
    Shown named("echo 'bubblescope-run: run run-7: paused before step 90' >&2");
    at(named, SourceState::Behind, 3);
    named.control.ask({.what = What::Pause});
    QTRY_VERIFY(named.control.isPaused());
    QVERIFY(at(named, SourceState::Behind, 40)); // steps of before come in
    QVERIFY(at(named, SourceState::Connected, 89));
    QVERIFY(!at(named, SourceState::Connected, 90));

    Shown told(
        "case $1 in pause) echo 'it pauses' >&2;; *) echo 'it is not paused' >&2; exit 1;; esac");
    told.control.ask({.what = What::Pause});
    QTRY_VERIFY(told.control.isPaused());
    told.control.ask({.what = What::Resume});
    QTRY_VERIFY(!told.control.isPaused() && told.control.isRefusal());

    Shown bare("echo 'it pauses' >&2");
    at(bare, SourceState::Behind, 3);
    bare.control.ask({.what = What::Pause});
    QTRY_VERIFY(bare.control.isPaused());
    QVERIFY(at(bare, SourceState::Behind, 40));
    QVERIFY(at(bare, SourceState::Connected, 50)); // it has caught up
    QVERIFY(at(bare, SourceState::Connected, 52));
    QVERIFY(!at(bare, SourceState::Connected, 53));
}

void tst_RunControl::theDeviceSaysWhatARunTakes()
{
    Shown shown("echo done >&2");
    QAction actions[5];
    actions[0].setToolTip(QStringLiteral("as ever"));
    RunControls buttons(shown.control, shown.view, shown.controller,
                        {&actions[0], &actions[1], &actions[2], &actions[3], &actions[4]});
    auto run = std::make_shared<RunSnapshot>(*snapshotAt(telemetry::SourceState::Connected, -1));
    emit shown.controller.session().updated(run);
    QVERIFY(actions[0].isEnabled() && actions[3].isEnabled());
    QCOMPARE(actions[0].toolTip(), QStringLiteral("as ever"));
    // Its row says so, and not how long its ops take.
    const auto runOn = [&](const char* device, bool emulated) {
        run = std::make_shared<RunSnapshot>(*run);
        run->info->device = device;
        run->info->emulated = emulated;
        emit shown.controller.session().updated(run);
    };
    runOn("emulated", false);
    for (const QAction& action : actions) {
        QVERIFY(!action.isEnabled());
        QCOMPARE(action.toolTip(),
                 QStringLiteral("A run on this device (emulated) can only be stopped; "
                                "this needs a run on: CPU"));
    }
    shown.control.ask({.what = ControlRequest::What::Pause});
    QVERIFY(!shown.control.isAsking());
    for (const char* device : {"cuda:0", "a later one"}) {
        runOn("emulated", false);
        runOn(device, true);
        QVERIFY2(actions[0].isEnabled() && actions[3].isEnabled(), device);
    }
}

void tst_RunControl::aQuestionGoesWithItsRun()
{
    Shown shown("echo done >&2");
    auto running = std::make_shared<plan::Schedule>(
        *plan::makeSchedule("interleaved", {.ranks = 4, .chunks = 2, .microbatches = 8}));
    const QPointer<QDialog> slow = new SlowDialog(shown.control, 4);
    const QPointer<QDialog> swap
        = new SwapDialog(shown.control, {running, QStringLiteral("interleaved")});
    for (QDialog* dialog : {slow.data(), swap.data()})
        dialog->show();
    QVERIFY(slow->isVisible() && swap->isVisible());
    RunEntry other = *shown.controller.run();
    other.run = QStringLiteral("run-8");
    shown.controller.attach(other);
    QVERIFY(!slow || !slow->isVisible());
    QVERIFY(!swap || !swap->isVisible());
    QTRY_VERIFY(!slow && !swap);
}

void tst_RunControl::aLaunchThatCannotBeSaysWhy()
{
    FakeProgram program("echo '{}'");
    Document document;
    RunController controller(document, program.path);
    QSignalSpy failed(&controller, &RunController::failed);
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.batch.global = 8;
    document.start(strategy);
    QVERIFY(document.isPredicting());
    controller.launch(1, QStringLiteral("emulated"));
    QCOMPARE(failed.takeLast()[0].toString(),
             QStringLiteral("The run was not launched. The strategy is being worked out."));
    strategy.parallel.pipeline = 0;
    document.start(strategy);
    controller.launch(1, QStringLiteral("emulated"));
    QCOMPARE(failed.takeLast()[0].toString(),
             QStringLiteral("The run was not launched. The strategy has a problem; the editor says "
                            "which."));
    QVERIFY(!controller.isBusy() && program.lastTold().isEmpty());
}

void tst_RunControl::aStopThatCannotBeSaysWhy()
{
    FakeProgram program("echo '[]'");
    Document document;
    RunController controller(document, program.path);
    QSignalSpy failed(&controller, &RunController::failed);
    controller.listRuns([](const auto&, const auto&) {});
    QVERIFY(controller.isBusy());
    controller.stop(QStringLiteral("run-7"));
    QCOMPARE(failed.takeLast()[0].toString(),
             QStringLiteral("run-7 was not stopped: bubblescope-run has not answered the last "
                            "command yet. Stop it again."));
    QTRY_VERIFY(!controller.isBusy());
    controller.stop(QStringLiteral("run-7"));
    QTRY_COMPARE(program.lastTold(), QStringLiteral("stop run-7"));
    QTRY_VERIFY(!controller.isBusy());
}

void tst_RunControl::aCommandThatIsLateSaysSo()
{
    FakeProgram program("exec sleep 30");
    std::optional<CommandAnswer> answer;
    ShortCommand::run({program.path, {}}, std::chrono::milliseconds{20}, false, this,
                      [&](const CommandAnswer& came) { answer = came; });
    QTRY_VERIFY(answer);
    QVERIFY(answer->late && !answer->good && !answer->problem.isEmpty());
}

void tst_RunControl::everyRequestIsTheCommandItSays()
{
    using What = ControlRequest::What;
    const auto words = [](const ControlRequest& request) {
        return commandOf(request, QStringLiteral("p"), QStringLiteral("r")).text();
    };
    QCOMPARE(words({.what = What::Pause}), QStringLiteral("p pause r"));
    QCOMPARE(words({.what = What::Resume}), QStringLiteral("p resume r"));
    QCOMPARE(words({.what = What::StopAfterStep}), QStringLiteral("p stop r --after-step"));
    QCOMPARE(words({.what = What::Checkpoint}), QStringLiteral("p checkpoint r"));
    QCOMPARE(words({.what = What::Slow, .rank = 3, .factor = 2.5}),
             QStringLiteral("p slow r 3 2.5"));
    QCOMPARE(words({.what = What::Swap, .schedule = QStringLiteral("zb-h1")}),
             QStringLiteral("p swap r zb-h1"));
}

void tst_RunControl::theDialogSendsRankAndFactor()
{
    Shown shown("echo done >&2");
    auto* dialog = new SlowDialog(shown.control, 4);
    dialog->findChild<QSpinBox*>()->setValue(9); // there are four
    dialog->findChild<QDoubleSpinBox*>()->setValue(1.8);
    dialog->show();
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        QVERIFY(!button->accessibleName().isEmpty());
        QCOMPARE(button->isDefault(), button->text() == QStringLiteral("Slow it"));
    }
    QTest::keyClick(dialog->findChild<QDoubleSpinBox*>(), Qt::Key_Return);
    QTRY_VERIFY(!shown.control.isAsking());
    QCOMPARE(shown.program.lastTold(), QStringLiteral("slow run-7 3 1.8"));
}

void tst_RunControl::theDialogOffersTheWorldWhileTheRunGoesOn()
{
    Shown shown("echo done >&2");
    QAction actions[5];
    RunControls buttons(shown.control, shown.view, shown.controller,
                        {&actions[0], &actions[1], &actions[2], &actions[3], &actions[4]});
    emit shown.controller.session().updated(snapshotAt(telemetry::SourceState::Connected, 3));
    actions[3].trigger();
    auto* dialog = buttons.findChild<SlowDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->findChild<QSpinBox*>()->maximum(), 7);
    QPushButton* slow = nullptr;
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Slow it"))
            slow = button;
    QVERIFY(slow && slow->isEnabled());
    emit shown.controller.session().updated(snapshotAt(telemetry::SourceState::Ended, 3));
    QVERIFY(!slow->isEnabled());
}

void tst_RunControl::everyNameOfTheSwapCanBeReadWhole()
{
    Shown shown("echo done >&2");
    auto running = std::make_shared<plan::Schedule>(
        *plan::makeSchedule("interleaved", {.ranks = 4, .chunks = 2, .microbatches = 8}));
    auto* dialog = new SwapDialog(shown.control, {running, QStringLiteral("interleaved")});
    dialog->show();
    auto* list = dialog->findChild<QListWidget*>();
    QTRY_VERIFY(list->count() > 2);
    QVERIFY(list->viewport()->width() >= list->sizeHintForColumn(0));
    delete dialog;
}

void tst_RunControl::enterInTheSwapSwapsNothing()
{
    Shown shown("echo done >&2");
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.batch.global = 8;
    strategy.costs = plan::Costs::unit();
    auto running = std::make_shared<plan::Schedule>(*strategy::scheduleOf(strategy));
    auto* dialog = new SwapDialog(shown.control, {running, QStringLiteral("1f1b"), strategy, true});
    dialog->show();
    auto* list = dialog->findChild<QListWidget*>();
    QPushButton* swap = nullptr;
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Swap"))
            swap = button;
    QTRY_VERIFY(list->count() > 2);
    QCOMPARE(list->currentItem()->data(Qt::UserRole).toString(), QStringLiteral("1f1b"));
    QVERIFY(swap && !swap->isEnabled() && !swap->toolTip().isEmpty());
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(dialog->isVisible() && shown.program.lastTold().isEmpty());

    // What another would make of the step stands beside it: naive takes m p (F + B) = 96 µs.
    QListWidgetItem* naive = nullptr;
    for (int row = 0; row < list->count(); ++row)
        if (list->item(row)->data(Qt::UserRole).toString() == QStringLiteral("naive"))
            naive = list->item(row);
    QVERIFY(naive);
    QTRY_VERIFY2(naive->text().contains(QStringLiteral("bubble 75.0 %")),
                 qPrintable(naive->text()));
    QVERIFY2(naive->text().contains(QStringLiteral("step 0.0960 ms (+190.9 %)")),
             qPrintable(naive->text()));
    list->setCurrentItem(naive);
    QVERIFY(swap->isEnabled());
    swap->click();
    QTRY_COMPARE(shown.program.lastTold(), QStringLiteral("swap run-7 naive"));
}

void tst_RunControl::theListSaysHowRunsEndedAndWhichCannotBeRead()
{
    Shown shown("echo 'bubblescope-run: /runs/run-3/run.json is damaged; that run is left out here'"
                " >&2\n"
                R"(echo '[{"run":"run-7","state":"failed","outcome":"rank 1 was killed by )"
                R"(signal 9","ranks":4},{"run":"run-5","state":"ended","outcome":"ended"}]')");
    std::unique_ptr<AttachDialog> dialog;
    shown.controller.listRuns([&](const QList<RunEntry>& runs, const QStringList& remarks) {
        dialog = std::make_unique<AttachDialog>(runs, remarks, [](const RunEntry&) {});
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        dialog->show();
    });
    QTRY_VERIFY(dialog);
    auto* other = test::named<QLabel>(*dialog, QStringLiteral("Runs that cannot be listed"));
    QVERIFY(other->isVisible());
    QCOMPARE(other->text(),
             QStringLiteral("/runs/run-3/run.json is damaged; that run is left out here"));
    auto* outcome = test::named<QLabel>(*dialog, QStringLiteral("How the run ended"));
    QVERIFY(outcome->isVisible());
    QCOMPARE(outcome->text(), QStringLiteral("rank 1 was killed by signal 9"));
    dialog->findChild<QTableWidget*>()->selectRow(1); // which ended as its state says
    QVERIFY(!outcome->isVisible());
}

QTEST_MAIN(tst_RunControl)
#include "tst_run_control.moc"
