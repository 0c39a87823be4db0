#include "gui/live/run_controls.h"
#include "gui/live/run_numbers.h"
#include "gui/live/short_command.h"
#include "gui/live/slow_dialog.h"
#include "gui/live/swap_dialog.h"
#include "gui/window/language.h"
#include "tests/gui/named.h"
#include "tests/gui/shown_run.h"

#include <QAction>
#include <QPointer>
#include <QSignalSpy>
#include <QTest>

using namespace gui;
using gui::test::FakeProgram;
using gui::test::Shown;
using gui::test::snapshotAt;

class tst_RunControl : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aRequestIsSentAndItsAnswerShown();
    void aRefusalIsShownAsTheRunSaidIt();
    void pauseBecomesResume();
    void aRunIsPausedUntilItsStepsSayOtherwise();
    void aRunThatWasPausedBeforeIsPaused();
    void aPauseByOthersIsNoticed();
    void anAnswerIsUnderstoodInEveryLanguage();
    void whoIsSlowedIsWhatTheRanksSay();
    void theDeviceSaysWhatARunTakes();
    void aQuestionGoesWithItsRun();
    void aLaunchThatCannotBeSaysWhy();
    void aStopThatCannotBeSaysWhy();
    void aCommandThatIsLateSaysSo();
    void everyRequestIsTheCommandItSays();
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

void tst_RunControl::aRunThatWasPausedBeforeIsPaused()
{
    using telemetry::SourceState;
    Shown shown("echo done >&2");
    const auto stateOf = [&shown] {
        return describe(*shown.view.run(), nullptr, false, nullptr, shown.control.isPaused()).state;
    };
    emit shown.controller.session().updated(snapshotAt(SourceState::Connected, 3));
    QCOMPARE(stateOf(), QStringLiteral("running"));
    RunEntry again = *shown.controller.run();
    again.paused = true; // as the list has it
    shown.controller.attach(again);
    QVERIFY(shown.control.isPaused());
    emit shown.controller.session().updated(snapshotAt(SourceState::Connected, 3));
    QVERIFY(shown.control.isPaused());
    QCOMPARE(stateOf(), QStringLiteral("paused"));
    emit shown.controller.session().updated(snapshotAt(SourceState::Connected, 9));
    QVERIFY(!shown.control.isPaused());
}

void tst_RunControl::aPauseByOthersIsNoticed()
{
    using telemetry::SourceState;
    Shown shown(R"(echo '[{"run": "run-7", "state": "running", "paused": true}]')");
    emit shown.controller.session().updated(snapshotAt(SourceState::Connected, 3));
    QVERIFY(!shown.control.isPaused() && shown.program.lastTold().isEmpty());
    // Steps come: nobody asks.
    shown.control.lookForPause(4);
    QVERIFY(shown.program.lastTold().isEmpty());
    shown.control.lookForPause(3);
    QTRY_VERIFY(shown.control.isPaused());
    QCOMPARE(shown.program.lastTold(), QStringLiteral("list --json"));
    emit shown.controller.session().updated(snapshotAt(SourceState::Connected, 9));
    QVERIFY(!shown.control.isPaused());
}

void tst_RunControl::anAnswerIsUnderstoodInEveryLanguage()
{
    using What = ControlRequest::What;
    QVERIFY(useLanguage(*qApp, QStringLiteral("zh_CN")));
    {
        Shown shown(
            "case $1 in pause) echo \"bubblescope-run: run $2: paused before step 12\" >&2;;\n"
            "*) echo \"bubblescope-run: run $2: it is not paused\" >&2; exit 1;; esac");
        shown.control.ask({.what = What::Pause});
        QTRY_VERIFY(shown.control.isPaused());
        QVERIFY2(!shown.control.answer().contains(QStringLiteral("before")),
                 qPrintable(shown.control.answer()));
        emit shown.controller.session().updated(snapshotAt(telemetry::SourceState::Connected, 11));
        QVERIFY(shown.control.isPaused()); // before the step that the answer named
        shown.control.ask({.what = What::Resume});
        QTRY_VERIFY(!shown.control.isAsking());
        QVERIFY(!shown.control.isPaused() && shown.control.isRefusal());
        QCOMPARE(shown.control.answer(), QStringLiteral("没有暂停"));
    }
    QVERIFY(useLanguage(*qApp, QStringLiteral("en")));
}

void tst_RunControl::whoIsSlowedIsWhatTheRanksSay()
{
    Shown shown(
        "echo \"bubblescope-run: run $2: from step 242 on, rank 1 takes 3 times as long\" >&2");
    const auto at = [&](int step) {
        emit shown.controller.session().updated(
            snapshotAt(telemetry::SourceState::Connected, step));
    };
    at(240);
    shown.control.ask({.what = ControlRequest::What::Slow, .rank = 1, .factor = 3});
    QTRY_VERIFY(!shown.control.isAsking());
    QVERIFY(shown.control.answer().startsWith(QStringLiteral("from step 242 on")));
    at(241);
    QVERIFY(!shown.control.answer().isEmpty());
    at(242); // it is in what the rank has sent
    QVERIFY(shown.control.answer().isEmpty());
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
                                "this needs a run on: CPU, CUDA"));
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
    controller.launch(LaunchOptions{.steps = 1});
    QCOMPARE(failed.takeLast()[0].toString(),
             QStringLiteral("The run was not started. The strategy is being worked out."));
    strategy.parallel.pipeline = 0;
    document.start(strategy);
    controller.launch(LaunchOptions{.steps = 1});
    QCOMPARE(failed.takeLast()[0].toString(),
             QStringLiteral("The run was not started. The strategy has a problem; the editor says "
                            "which."));
    QVERIFY(!controller.isBusy() && program.lastTold().isEmpty());
}

void tst_RunControl::aStopThatCannotBeSaysWhy()
{
    FakeProgram program("echo '[]'");
    Document document;
    RunController controller(document, program.path);
    QSignalSpy failed(&controller, &RunController::failed);
    controller.stop(QStringLiteral("run-6"));
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

QTEST_MAIN(tst_RunControl)
#include "tst_run_control.moc"
