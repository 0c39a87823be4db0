#include "gui/document/document.h"
#include "gui/live/run_numbers.h"
#include "gui/live/run_view.h"
#include "telemetry/text.h"
#include "tests/gui/modelled.h"
#include "tests/gui/recording.h"

#include "engine/plan/metrics.h"

#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

using namespace gui;

namespace {

strategy::Strategy fourRanks()
{
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.batch.global = 8;
    strategy.costs = plan::Costs{{{std::chrono::milliseconds(5), std::chrono::milliseconds(5),
                                   std::chrono::milliseconds(5)}},
                                 {}};
    return strategy;
}

struct Recorded {
    QTemporaryDir directory;
    QString log;
    PredictionPtr prediction;

    explicit Recorded(const test::RecordingOptions& options)
        : log(directory.filePath(QStringLiteral("events.bslog")))
        , prediction(*predict(fourRanks()))
    {
        written = test::writeRecording(log.toStdString(), "1f1b", prediction->schedule->shape,
                                       *prediction->timeline, options);
    }
    bool written = false;
};

// It was read to its end, and the orders and the prediction it is held against are known.
bool ended(const RunView& view)
{
    return view.run() && view.run()->status.state == telemetry::SourceState::Ended
        && view.isSettled();
}

// What a window shows of a recording.
struct Shown {
    Document document;
    RunController controller{document, {}};
    RunView view{document, controller};

    explicit Shown(const QString& recording) { controller.replayPath(recording); }
};

} // namespace

class tst_LiveSession : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aRecordingGivesEveryStepOnce();
    void aViewThatIsMadeLaterKnowsAsMuch();
    void theDifferenceIsNamed();
    void lostSpansAreNoBubble();
    void aStepThatWasCutShortIsNotCompared();
    void anotherSourceStartsAfresh();
    void aFileThatIsNoRecordingIsRefused();
    void stepsCanBeHeldAndFollowed();
    void aRunThatFailedIsToldInItsSupervisorsWords();
    void howAnOlderRecordingEndedIsWhatItsRunSays();
    void anEmulatedRunOfAModelIsHeldAgainstTheModelAtItsScale();
    void whatCouldNotKeepUpSaysSoBesideTheDifference();
};

void tst_LiveSession::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

void tst_LiveSession::aRecordingGivesEveryStepOnce()
{
    const Recorded recorded({.steps = 5});
    QVERIFY(recorded.written);
    LiveSession session;
    std::vector<int> numbers;
    RunSnapshotPtr last;
    connect(&session, &LiveSession::updated, this, [&](const RunSnapshotPtr& run) {
        for (const StepSummary& step : run->summaries)
            numbers.push_back(step.number);
        last = run;
    });
    QVERIFY(!session.replay(recorded.log, 0));
    QTRY_VERIFY(last && last->status.state == telemetry::SourceState::Ended && numbers.size() == 5);
    QCOMPARE(numbers, (std::vector<int>{0, 1, 2, 3, 4}));
    QVERIFY(last->info && last->info->emulated);
    QCOMPARE(last->lostSpans, 0u);
    QCOMPARE(last->rejected, 0u);
    QCOMPARE(last->byes, 4u);
    QVERIFY(last->newest->timeline == *recorded.prediction->timeline);
}

void tst_LiveSession::aViewThatIsMadeLaterKnowsAsMuch()
{
    const Recorded recorded({.steps = 5});
    Shown shown(recorded.log);
    shown.controller.session().repeat(); // nothing to say yet
    QVERIFY(!shown.view.run());
    QTRY_VERIFY(ended(shown.view) && shown.view.shown().complete);
    RunView later(shown.document, shown.controller);
    QVERIFY(!later.run());
    for (int time = 0; time < 2; ++time) {
        shown.controller.session().repeat();
        QVERIFY(later.run() && later.run()->isRepeated && later.run()->isOver());
        QCOMPARE(later.run()->summaries.size(), 5u);
        QCOMPARE(later.run()->steps.size(), 5u);
        QCOMPARE(later.shown().complete, shown.view.shown().complete);
    }
}

void tst_LiveSession::theDifferenceIsNamed()
{
    const Recorded recorded({.steps = 2, .slower = std::chrono::microseconds(1650)});
    Document document;
    document.start(fourRanks());
    QTRY_VERIFY(document.isPredictionCurrent());
    QVERIFY(!document.saveAs(recorded.directory.filePath(QStringLiteral("strategy.yaml"))));
    RunController controller(document, {});
    RunView view(document, controller);
    controller.replayPath(recorded.directory.path());
    QTRY_VERIFY(ended(view) && view.shown().complete);
    QVERIFY(view.isOfDocument() && view.knowsTime());
    QCOMPARE(view.shown().complete->number, 1);
    QVERIFY2(view.comparison().startsWith(QStringLiteral(
                 "step 1: predicted 165 ms, measured 167 ms (+1.0 %); bubble predicted 27.3 %, "
                 "measured 27.7 % (+0.5 points)")),
             qPrintable(view.comparison()));
    // Every nanosecond of the measured step is on a line.
    for (const plan::RankLedger& rank : view.shown().numbers.ledger->ranks)
        QCOMPARE(plan::sum(rank).count(), view.shown().numbers.makespan.count());
}

void tst_LiveSession::lostSpansAreNoBubble()
{
    const Recorded recorded({.steps = 1, .loseOneSpan = true});
    Shown shown(recorded.log);
    QTRY_VERIFY(ended(shown.view) && shown.view.shown().complete);
    QCOMPARE(shown.view.run()->lostSpans, 1u);
    QVERIFY(shown.view.comparison().contains(QStringLiteral("spans lost: 1")));
    const auto& rank0 = shown.view.shown().numbers.ledger->ranks[0];
    QCOMPARE(rank0[static_cast<std::size_t>(plan::LedgerLine::Unexplained)].count(),
             std::chrono::nanoseconds(std::chrono::milliseconds(5)).count());
}

void tst_LiveSession::aStepThatWasCutShortIsNotCompared()
{
    const Recorded recorded({.steps = 2, .cutShort = true});
    Shown shown(recorded.log);
    QTRY_VERIFY(ended(shown.view) && shown.view.shown().complete);
    QTRY_COMPARE(shown.controller.session().history().newestNumber(), 2);
    QCOMPARE(shown.view.run()->finished, 2u);
    QCOMPARE(shown.view.shown().step->number, 1);
    shown.view.hold(2);
    QCOMPARE(shown.view.shown().step->number, 2);
    QVERIFY(shown.view.shown().filling);
    QCOMPARE(shown.view.shown().complete->number, 1);
    QVERIFY(shown.view.comparison().startsWith(QStringLiteral("step 1")));
}

void tst_LiveSession::anotherSourceStartsAfresh()
{
    const Recorded first({.steps = 5});
    const Recorded second({.steps = 2});
    Shown shown(first.log);
    QTRY_VERIFY(ended(shown.view));
    shown.controller.replayPath(second.log);
    QVERIFY(!shown.view.run());
    QTRY_VERIFY(ended(shown.view));
    QCOMPARE(shown.view.run()->finished, 2u);
    shown.controller.leave();
    QVERIFY(!shown.view.run());
    QVERIFY(!shown.controller.run());
}

void tst_LiveSession::aFileThatIsNoRecordingIsRefused()
{
    const Recorded recorded({.steps = 2});
    Shown shown(recorded.log);
    QTRY_VERIFY(ended(shown.view) && shown.view.shown().complete);
    QString problem;
    connect(&shown.controller, &RunController::failed, this,
            [&](const QString& s) { problem = s; });
    shown.controller.replayPath(QStringLiteral("/nonexistent/events.bslog"));
    QVERIFY(!problem.isEmpty());
    QVERIFY(shown.view.shown().complete); // what was shown still is
    shown.controller.attachNamed(QStringLiteral("last"), [&](const QString& s) { problem = s; });
    QVERIFY(problem.contains(QStringLiteral("bubblescope-run")));
}

// Nothing comes of it any more but the count of what is lost, and that is news.
void tst_LiveSession::stepsCanBeHeldAndFollowed()
{
    const Recorded recorded({.steps = 5});
    Shown shown(recorded.log);
    QTRY_VERIFY(ended(shown.view) && shown.view.shown().complete);
    QCOMPARE(shown.view.shown().step->number, 4);
    shown.view.moveBy(-2);
    QCOMPARE(shown.view.shown().step->number, 2);
    QVERIFY(!shown.view.isFollowing());
    QVERIFY(shown.view.comparison().startsWith(QStringLiteral("step 2")));
    shown.view.moveBy(-9);
    QCOMPARE(shown.view.shown().step->number, 0);
    shown.view.moveBy(9);
    QVERIFY(shown.view.isFollowing());
    QCOMPARE(shown.view.shown().step->number, 4);
}

void tst_LiveSession::aRunThatFailedIsToldInItsSupervisorsWords()
{
    telemetry::RunEnd end{.rank = 1, .signal = 9, .outcome = telemetry::RunOutcome::Failed};
    telemetry::copyText(end.text, "rank 1 was killed by signal 9 in step 163 after 1W0");
    const Recorded recorded({.steps = 2, .end = end});
    Shown shown(recorded.log);
    QTRY_VERIFY(ended(shown.view));
    const RunTexts texts = describe(*shown.view.run(), &*shown.controller.run(), true, nullptr);
    QCOMPARE(texts.state,
             QStringLiteral("failed: rank 1 was killed by signal 9 in step 163 after weight "
                            "gradient of microbatch 0 on stage 1"));
    QVERIFY(texts.bad);
    QCOMPARE(texts.losses, QStringLiteral("step 2, which was under way"));
    const auto& line = shown.controller.session().log().lines().back();
    QVERIFY(!line.rank);
    QCOMPARE(line.text, std::string("rank 1 was killed by signal 9 in step 163 after 1W0"));
    QVERIFY(shown.view.run()->end && shown.view.run()->end->rank == 1);

    end.outcome = telemetry::RunOutcome::Completed;
    telemetry::copyText(end.text, "");
    const Recorded good({.steps = 2, .end = end});
    shown.controller.replayPath(good.log);
    QTRY_VERIFY(ended(shown.view));
    const RunTexts completed = describe(*shown.view.run(), nullptr, true, nullptr);
    QCOMPARE(completed.state, QStringLiteral("recording, read to its end; the run completed"));
    QVERIFY(!completed.bad);
}

void tst_LiveSession::howAnOlderRecordingEndedIsWhatItsRunSays()
{
    const Recorded recorded({.steps = 2});
    Shown shown(recorded.log);
    QTRY_VERIFY(ended(shown.view));
    QCOMPARE(describe(*shown.view.run(), nullptr, true, nullptr).state,
             QStringLiteral("recording, read to its end"));
    RunSnapshot turns = *shown.view.run();
    const RunTexts beside = describe(turns, nullptr, true, nullptr);
    QVERIFY(beside.deviceTip.isEmpty() && !beside.device.contains(QStringLiteral("turns")));
    turns.info->emulated = false;
    turns.info->device = "cpu";
    turns.info->takesTurns = true;
    turns.device = telemetry::DeviceInfo{.overHost = 1};
    const RunTexts virtualTimes = describe(turns, nullptr, true, nullptr);
    QCOMPARE(virtualTimes.device,
             QStringLiteral("cpu; messages go over the host; ranks took turns: virtual time"));
    QVERIFY(virtualTimes.deviceTip.contains(QStringLiteral("one worked at a time")));

    RunSnapshot cut = *shown.view.run();
    cut.byes = 0;
    QVERIFY(describe(cut, nullptr, true, nullptr).state.contains(QStringLiteral("is not in it")));

    RunEntry entry;
    entry.state = QStringLiteral("lost");
    entry.outcome = QStringLiteral("lost: the supervisor of the run is gone");
    const RunTexts lost = describe(*shown.view.run(), &entry, true, nullptr);
    QCOMPARE(lost.state, entry.outcome);
    QVERIFY(lost.bad);
    entry.state = QStringLiteral("failed");
    entry.outcome = QStringLiteral("failed: rank 3: step 7: the loss is not a number");
    QCOMPARE(describe(*shown.view.run(), &entry, true, nullptr).state, entry.outcome);
}

void tst_LiveSession::anEmulatedRunOfAModelIsHeldAgainstTheModelAtItsScale()
{
    strategy::Strategy strategy = fourRanks();
    strategy.costs.reset();
    strategy.model = test::smallModel();
    strategy.cluster.devices = 4;
    constexpr float kScale = 0.125;
    const auto whole = predict(strategy, {}, {});
    QVERIFY(whole && (*whole)->modelled());
    const auto paced = predict(strategy, {}, {.timeScale = kScale});
    QVERIFY(paced);
    QCOMPARE((*paced)->timeline->makespan.count() / 8, (*whole)->timeline->makespan.count());

    QTemporaryDir directory;
    const QString log = directory.filePath(QStringLiteral("events.bslog"));
    // What follows the last op of a step stands in it here.
    const plan::Timeline& timeline = *(*paced)->timeline;
    QVERIFY(test::writeRecording(log.toStdString(), "1f1b", (*paced)->schedule->shape, timeline,
                                 {.steps = 2,
                                  .slower = timeline.makespan - timeline.spans[0].back().end,
                                  .timeScale = kScale}));
    Document document;
    document.start(strategy);
    QVERIFY(!document.saveAs(directory.filePath(QStringLiteral("strategy.yaml"))));
    RunController controller(document, {});
    RunView view(document, controller);
    controller.replayPath(directory.path());
    QTRY_VERIFY(ended(view) && view.shown().complete && view.shown().prediction);
    QVERIFY(view.knowsTime());
    QCOMPARE(view.shown().prediction->timeline->makespan, (*paced)->timeline->makespan);
    QCOMPARE(controller.launched().prediction()->timeline->makespan, (*paced)->timeline->makespan);
    QVERIFY2(
        view.comparison().contains(QStringLiteral("ms (0.0 %)"))
            && view.comparison().contains(QStringLiteral("; emulated, 1 s stands for 0.125 s")),
        qPrintable(view.comparison()));
    QVERIFY(describe(*view.run(), nullptr, true, nullptr)
                .device.endsWith(QStringLiteral("; 1 s stands for 0.125 s")));
    QCOMPARE(emulationRemark(7.88F, {}), QStringLiteral("; emulated, 1 s stands for 7.88 s"));
    QCOMPARE(emulationRemark(1, {}) + emulationRemark(0, {}), QString());
}

void tst_LiveSession::whatCouldNotKeepUpSaysSoBesideTheDifference()
{
    const Recorded recorded({.steps = 2, .slower = std::chrono::milliseconds(165)});
    Document document;
    document.start(fourRanks());
    QVERIFY(!document.saveAs(recorded.directory.filePath(QStringLiteral("strategy.yaml"))));
    RunController controller(document, {});
    RunView view(document, controller);
    controller.replayPath(recorded.directory.path());
    QTRY_VERIFY(ended(view) && view.shown().complete && view.shown().prediction);
    // In the words, and with the numbers, of the report.
    measured::PaceWatch pace({0.165, recorded.prediction->bubbleFraction});
    for (int step = 0; step < 2; ++step)
        pace.add({0.33, 0.5});
    QVERIFY(pace.warning().starts_with("the emulation could not keep up: 2 of 2 steps"));
    QVERIFY2(view.comparison().endsWith(QLatin1Char('\n') + QString::fromStdString(pace.warning())),
             qPrintable(view.comparison()));
}

QTEST_GUILESS_MAIN(tst_LiveSession)
#include "tst_live_session.moc"
