// What follows from the strategy that a run was launched with is worked out on a thread, and comes
// through the event loop: a window that worked it out at once would know it too early here.

#include "gui/live/run_calibration.h"
#include "gui/live/run_watch.h"
#include "gui/window/main_window.h"
#include "tests/gui/fake_program.h"
#include "tests/gui/modelled.h"
#include "tests/gui/recording.h"
#include "tests/gui/trained.h"

#include <QSignalSpy>
#include <QTest>

#include <thread>

using namespace gui;
using gui::test::FakeProgram;
using gui::test::Trained;

namespace {

strategy::Strategy withMicrobatches(int microbatches)
{
    strategy::Strategy strategy = test::trainedStrategy();
    strategy.batch.global = microbatches;
    return strategy;
}

// Reads the recording to its end without the event loop, so that no thread can deliver anything.
void readAtOnce(LiveSession& session, const RunView& view)
{
    const auto ended
        = [&] { return view.run() && view.run()->status.state == telemetry::SourceState::Ended; };
    while (!ended())
        session.tick();
}

} // namespace

class tst_LaunchedStrategy : public QObject {
    Q_OBJECT
private slots:
    void thePredictionOfARunIsMadeOnAThread();
    void anOrderIsMadeOnAThread();
    void theOrderAfterASwapIsMadeOnAThread();
    void stepsThatCameBeforeTheirOrderAreWatched();
    void anotherStrategyStopsTheWorkForTheOneBefore();
    void whatWasClearedIsNeverDelivered();
    void aRunThatSaysItsScaleIsPredictedAtIt();
    void aRunOnARealDeviceIsPredictedAtNoScale();
    void aLaunchBesideARunThatSwappedIsPredictedOnAThread();
    void costsWaitForTheOrderTheyAreFittedBy();
    void aStepOnShowAsksForOnePrediction();
};

void tst_LaunchedStrategy::thePredictionOfARunIsMadeOnAThread()
{
    Trained run({.steps = 4}, test::trainedStrategy());
    LaunchedStrategy& launched = run.controller.launched();
    QVERIFY(launched.strategy()); // read with its run
    QVERIFY(!launched.prediction() && launched.isWorking());
    QTRY_VERIFY(launched.prediction());
    QVERIFY(launched.prediction()->madeBy != std::thread::id());
    QVERIFY(launched.prediction()->madeBy != std::this_thread::get_id());
    QTRY_VERIFY(run.ended() && run.document.isPredictionCurrent());
    QVERIFY(run.document.prediction()->madeBy != std::this_thread::get_id());
}

void tst_LaunchedStrategy::anOrderIsMadeOnAThread()
{
    Trained run({.steps = 4}); // of a strategy that nobody knows
    readAtOnce(run.controller.session(), run.view);
    QVERIFY(!run.controller.launched().strategy());
    QVERIFY(run.view.shown().complete && !run.view.shown().schedule && !run.view.isSettled());
    QVERIFY(!run.view.shown().numbers.ledger);
    QTRY_VERIFY(run.view.shown().schedule);
    QVERIFY(run.view.isSettled());
    QVERIFY(run.view.shown().schedule->order == run.schedule.order);
    QVERIFY(run.view.shown().numbers.ledger); // of the same step
}

void tst_LaunchedStrategy::theOrderAfterASwapIsMadeOnAThread()
{
    Trained run({.steps = 4}, test::trainedStrategy());
    QTRY_VERIFY(run.ended());
    LaunchedStrategy& launched = run.controller.launched();
    const measured::FollowedSchedule swapped{.name = "zb-h1", .swapped = true};
    QVERIFY(!launched.order(swapped) && launched.isWorking());
    QVERIFY(!launched.order(swapped)); // and asks but once
    QSignalSpy changed(&launched, &LaunchedStrategy::changed);
    QTRY_VERIFY(!launched.isWorking());
    QCOMPARE(changed.size(), 1);
    const auto made = plan::makeSchedule("zb-h1", run.schedule.shape);
    QVERIFY(launched.order(swapped) && launched.order(swapped)->order == made->order);
    // What there is not is known not to be there.
    const measured::FollowedSchedule none{.name = "no-such-schedule", .swapped = true};
    QVERIFY(!launched.order(none) && launched.isWorking());
    QTRY_VERIFY(!launched.isWorking());
    QVERIFY(!launched.order(none) && !launched.isWorking());
}

void tst_LaunchedStrategy::stepsThatCameBeforeTheirOrderAreWatched()
{
    for (const bool swaps : {false, true}) {
        Trained run({.steps = 60,
                     .slowRank = 2,
                     .slowSince = 40,
                     .swapStep = swaps ? 20 : -1,
                     .swapTo = "zb-h1"},
                    test::trainedStrategy());
        readAtOnce(run.controller.session(), run.view);
        QVERIFY(run.view.stragglers().empty()); // no order was known for any step
        QTRY_COMPARE(run.view.stragglers().size(), 1u);
        QCOMPARE(run.view.stragglers()[0].rank, 2);
        QCOMPARE(run.view.stragglers()[0].since, 40);
    }
}

void tst_LaunchedStrategy::anotherStrategyStopsTheWorkForTheOneBefore()
{
    LaunchedStrategy launched;
    std::vector<int> predicted;
    connect(&launched, &LaunchedStrategy::changed, this, [&] {
        if (launched.prediction())
            predicted.push_back(launched.prediction()->schedule->shape.microbatches);
    });
    for (int microbatches = 100'000; microbatches > 99'990; --microbatches)
        launched.set(withMicrobatches(microbatches));
    launched.set(withMicrobatches(8));
    QTRY_VERIFY(!launched.isWorking());
    QCOMPARE(predicted, std::vector{8});
}

void tst_LaunchedStrategy::whatWasClearedIsNeverDelivered()
{
    LaunchedStrategy launched;
    launched.set(withMicrobatches(8));
    QSignalSpy changed(&launched, &LaunchedStrategy::changed);
    launched.clear();
    QVERIFY(!launched.isWorking() && !launched.strategy());
    LaunchedStrategy other; // whose work takes as long, and begins later
    other.set(withMicrobatches(8));
    QTRY_VERIFY(other.prediction());
    QCoreApplication::processEvents();
    QCOMPARE(changed.size(), 0);
    QVERIFY(!launched.prediction());
}

void tst_LaunchedStrategy::aRunThatSaysItsScaleIsPredictedAtIt()
{
    strategy::Strategy modelled = test::trainedStrategy();
    modelled.model = test::smallModel();
    LaunchedStrategy launched;
    launched.set(modelled);
    QTRY_VERIFY(launched.prediction());
    const measured::RunInfo info{.shape = {.ranks = 4, .chunks = 1, .microbatches = 8},
                                 .schedule = "1f1b",
                                 .device = "emulated",
                                 .emulated = true,
                                 .timeScale = 0.5F,
                                 .world = 4};
    launched.setRun(info, 0);
    // That of another scale would be compared with the run's steps.
    QVERIFY(!launched.prediction() && !launched.predictionOfRun() && launched.isWorking());
    launched.setRun(info, 100); // says nothing new
    QTRY_VERIFY(launched.predictionOfRun());
    QCOMPARE(launched.prediction()->as.timeScale, 0.5F);
    QVERIFY(launched.prediction()->madeBy != std::this_thread::get_id());
    QCOMPARE(launched.order({.name = "1f1b"}), launched.prediction()->schedule);
}

void tst_LaunchedStrategy::aRunOnARealDeviceIsPredictedAtNoScale()
{
    strategy::Strategy modelled = test::trainedStrategy();
    modelled.model = test::smallModel();
    modelled.cluster.device = "cpu";
    // As the document has it beside an emulated run that was on show before.
    const auto scaled = predict(modelled, {}, {.timeScale = 0.5F});
    const auto real = predict(modelled, {}, PredictedAs{});
    QVERIFY(scaled && real);
    const measured::RunInfo info{.shape = {.ranks = 4, .chunks = 1, .microbatches = 8},
                                 .schedule = "1f1b",
                                 .device = "cpu",
                                 .world = 4};
    for (const PredictionPtr& known : {*scaled, PredictionPtr()}) {
        LaunchedStrategy launched;
        launched.set(modelled, known);
        launched.setRun(info, 0);
        QTRY_VERIFY(launched.predictionOfRun());
        QVERIFY(launched.predictionOfRun()->as == PredictedAs{});
        QVERIFY(launched.predictionOfRun()->costs == (*real)->costs);
    }
}

void tst_LaunchedStrategy::aLaunchBesideARunThatSwappedIsPredictedOnAThread()
{
    FakeProgram program(R"(echo '{"run": "run-9", "viewer_endpoint": "ipc:///nowhere/viewer"}')");
    Document document;
    document.start(test::trainedStrategy());
    document.predictAs({.schedule = "gpipe"}); // as beside such a run
    QTRY_VERIFY(document.isPredictionCurrent());
    QCOMPARE(document.prediction()->strategy.schedule.name, std::string("gpipe"));
    RunController controller(document, program.path);
    controller.launch(LaunchOptions{.steps = 10});
    bool atOnce = true;
    connect(&controller, &RunController::runChanged, this, [&] {
        if (controller.run())
            atOnce = controller.launched().prediction() != nullptr;
    });
    QTRY_VERIFY(controller.run());
    QCOMPARE(controller.run()->ranks, 4);
    QVERIFY(!atOnce);
    QTRY_VERIFY(controller.launched().prediction());
    QCOMPARE(controller.launched().prediction()->strategy.schedule.name, std::string("1f1b"));
    QVERIFY(controller.launched().prediction()->madeBy != std::this_thread::get_id());
}

void tst_LaunchedStrategy::costsWaitForTheOrderTheyAreFittedBy()
{
    Trained run({.steps = 20});
    run.document.start(test::trainedStrategy());
    RunCalibration calibration(run.document, run.view, run.controller);
    QSignalSpy said(&calibration, &RunCalibration::said);
    QSignalSpy failed(&calibration, &RunCalibration::failed);
    readAtOnce(run.controller.session(), run.view);
    QVERIFY(!run.view.isSettled());
    QCOMPARE(calibration.whyNot(), QString());
    calibration.start();
    QTRY_COMPARE(said.size() + failed.size(), 1);
    QCOMPARE(failed.size(), 0);
    QVERIFY(run.document.strategy().costs);
}

void tst_LaunchedStrategy::aStepOnShowAsksForOnePrediction()
{
    Trained run({.steps = 20, .swapStep = 10, .swapTo = "gpipe"}, test::trainedStrategy());
    QTRY_VERIFY(run.ended() && run.document.isPredictionCurrent() && run.view.shown().prediction);
    QCOMPARE(run.document.prediction()->as.schedule, std::string("gpipe"));
    QSignalSpy predicted(&run.document, &Document::predictionChanged);
    QSignalSpy changed(&run.view, &RunView::changed);
    // Last of all that hear of it: whoever asks for another prediction then has done so.
    connect(&run.document, &Document::predictionChanged, this,
            [&] { QVERIFY(run.document.isPredictionCurrent()); });
    run.view.hold(3); // before it went over
    QVERIFY(!run.document.isPredictionCurrent() && !run.view.shown().prediction);
    QTRY_VERIFY(run.document.isPredictionCurrent());
    QCOMPARE(run.view.shown().prediction, run.document.prediction());
    QCOMPARE(run.document.prediction()->as.schedule, std::string());
    for (int round = 0; round < 10; ++round)
        QCoreApplication::processEvents();
    QCOMPARE(predicted.size(), 1);
    QCOMPARE(changed.size(), 2); // for the step, and for its prediction
}

QTEST_MAIN(tst_LaunchedStrategy)
#include "tst_launched_strategy.moc"
