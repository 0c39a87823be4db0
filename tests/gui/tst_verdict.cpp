// The bar on top of the window: what it says of a strategy, and what an edit changed.

#include "gui/estimate/verdict_text.h"
#include "gui/live/alarm_watch.h"
#include "gui/live/run_control.h"
#include "gui/text/number_format.h"
#include "gui/window/item_report.h"
#include "gui/window/open_commands.h"
#include "gui/window/strategy_verdict.h"
#include "tests/gui/modelled.h"
#include "tests/gui/recording.h"

#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

using namespace gui;
using test::llama;

namespace {

struct Judged {
    Document document;
    Estimator estimator{document};
    RunController controller{document, {}};
    RunView view{document, controller};
    RunControl control{controller};
    AlarmWatch watch{controller, view, control};
    StrategyVerdict verdict{document, estimator, controller, view, watch};
};

} // namespace

class tst_Verdict : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void theVerdictFollowsTheStrategy();
    void theDifferenceIsThatOfTheGesture();
    void aGestureThatIsCancelledLeavesNoDifference();
    void anEditBesideARunLeavesItsDifference();
    void stagesOfAnotherSizeAreNotCountedAgainst();
};

void tst_Verdict::theVerdictFollowsTheStrategy()
{
    Judged judged;
    Document& document = judged.document;
    const Estimator& estimator = judged.estimator;
    const StrategyVerdict& judge = judged.verdict;
    const auto number = [&judge](std::size_t i) { return judge.verdict().numbers.at(i); };
    strategy::Strategy strategy = llama();
    document.start(strategy);
    QTRY_VERIFY(estimator.isCurrent());
    const auto exact = strategy::estimate(strategy);
    QVERIFY(exact && exact->fits);
    QCOMPARE(judge.verdict().numbers.size(), 6u);
    // The command's own numbers, interval and all.
    QVERIFY(exact->interval);
    QCOMPARE(number(0).value,
             QStringLiteral("%1 (%2 – %3)")
                 .arg(stepTime(exact->stepSeconds), stepTime(exact->interval->low),
                      stepTime(exact->interval->high)));
    QVERIFY2(number(0).tip.contains(QStringLiteral("80 % interval")), qPrintable(number(0).tip));
    QCOMPARE(number(1).value, percent(exact->bubbleFraction));
    QCOMPARE(number(2).name, QStringLiteral("Memory, fits"));
    QVERIFY2(number(2).tip.startsWith(QStringLiteral("Fits on 32 × h100: rank 0 holds")),
             qPrintable(number(2).tip));
    QCOMPARE(number(3).value, percent(exact->mfu));
    QCOMPARE(number(5).value, QStringLiteral("8.03 billion"));
    for (const VerdictNumber& each : judge.verdict().numbers)
        QVERIFY2(each.change.isEmpty(), qPrintable(each.change)); // nothing was edited

    strategy.cluster.device = "v100-16gb";
    document.edit(QStringLiteral("change"), QStringLiteral("device"), strategy);
    QVERIFY(!estimator.isCurrent());
    QTRY_VERIFY(estimator.isCurrent());
    QVERIFY2(number(2).tip.startsWith(QStringLiteral("Does not fit on 32 × v100-16gb, by ")),
             qPrintable(number(2).tip));
    QCOMPARE(number(2).mood, Mood::Bad);
    const auto slower = strategy::estimate(strategy);
    QCOMPARE(number(0).change,
             QStringLiteral("▲ ") + stepTime(slower->stepSeconds - exact->stepSeconds));
    QCOMPARE(number(0).changeMood, Mood::Warning);

    strategy.parallel.zero = 9; // a problem: what there is stays, and is greyed
    document.edit(QStringLiteral("change"), QStringLiteral("zero"), strategy);
    QVERIFY(judge.verdict().isStale);
    QVERIFY(number(0).value.startsWith(stepTime(slower->stepSeconds) + QStringLiteral(" (")));
    strategy.model.reset();
    strategy.parallel.zero = 0;
    document.edit(QStringLiteral("change"), QStringLiteral("model"), strategy);
    QTRY_COMPARE(judge.verdict().numbers.size(), 3u); // step, bubble, in flight
    QVERIFY(!judge.verdict().isStale);
}

// Moving a field over many values is one gesture: what it changed counts from where it began.
void tst_Verdict::theDifferenceIsThatOfTheGesture()
{
    Judged judged;
    Document& document = judged.document;
    const auto step = [&judged] { return judged.verdict.verdict().numbers.at(0); };
    strategy::Strategy strategy = builtInStrategy();
    document.start(strategy);
    QTRY_VERIFY(document.isPredictionCurrent());
    const auto first = document.prediction()->timeline->makespan;
    for (const int microbatches : {9, 10, 12}) {
        strategy.batch.global = microbatches;
        document.edit(QStringLiteral("change"), QStringLiteral("batch.global"), strategy);
        QTRY_VERIFY(document.isPredictionCurrent());
    }
    const auto longest = document.prediction()->timeline->makespan;
    QCOMPARE(step().change, QStringLiteral("▲ ") + stepTime(longest - first));
    QVERIFY(step().isOfEdit);
    // Who reads a report was not there.
    QCOMPARE(reportNumbers(judged.verdict.verdict())[0].value, step().value);
    QCOMPARE(reportNumbers(judged.verdict.verdict())[0].detail, QString());
    document.endGesture();
    strategy.batch.global = 10;
    document.edit(QStringLiteral("change"), QStringLiteral("batch.global"), strategy);
    QTRY_VERIFY(document.isPredictionCurrent());
    const auto last = document.prediction()->timeline->makespan;
    QCOMPARE(step().change, QStringLiteral("▼ ") + stepTime(longest - last));
    QCOMPARE(step().changeMood, Mood::Good);
    document.start(builtInStrategy()); // another strategy is no edit
    QTRY_VERIFY(document.isPredictionCurrent());
    QCOMPARE(step().change, QString());
}

// What stands there then is the difference of the edit before it.
void tst_Verdict::aGestureThatIsCancelledLeavesNoDifference()
{
    Judged judged;
    Document& document = judged.document;
    const auto step = [&judged] { return judged.verdict.verdict().numbers.at(0); };
    strategy::Strategy strategy = builtInStrategy();
    document.start(strategy);
    QTRY_VERIFY(document.isPredictionCurrent());
    const auto edit = [&](int microbatches) {
        strategy.batch.global = microbatches;
        document.edit(QStringLiteral("change"), QStringLiteral("batch.global"), strategy);
        QVERIFY(QTest::qWaitFor([&] { return document.isPredictionCurrent(); }));
    };
    edit(12);
    document.endGesture();
    const QString before = step().change;
    QVERIFY(before.startsWith(QStringLiteral("▲ ")));
    edit(24);
    QVERIFY(step().change != before);
    edit(12); // as Esc does
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(step().change, before);
    // One that is undone is another matter: it was an edit.
    document.endGesture();
    edit(16);
    document.endGesture();
    document.undoStack().undo();
    QTRY_VERIFY(document.isPredictionCurrent());
    QVERIFY2(step().change.startsWith(QStringLiteral("▼ ")), qPrintable(step().change));
}

// What was measured is of the strategy as it was before, and gives way.
void tst_Verdict::anEditBesideARunLeavesItsDifference()
{
    const QTemporaryDir folder;
    Judged judged;
    Document& document = judged.document;
    const auto number = [&judged](std::size_t i) { return judged.verdict.verdict().numbers.at(i); };
    document.start(builtInStrategy());
    QTRY_VERIFY(document.isPredictionCurrent());
    const PredictionPtr first = document.prediction();
    const QString log = folder.filePath(QStringLiteral("events.bslog"));
    QVERIFY(test::writeRecording(log.toStdString(), "1f1b", first->schedule->shape,
                                 *first->timeline, {.timeScale = 1}));
    QVERIFY(!document.saveAs(folder.filePath(QStringLiteral("strategy.yaml"))));
    judged.controller.replayPath(log);
    QTRY_COMPARE(number(0).change, QStringLiteral("measured 165 ms, 0.0 %"));
    QCOMPARE(number(1).change, QStringLiteral("measured 27.3 %, 0.0 points"));

    strategy::Strategy strategy = document.strategy();
    strategy.batch.global = 16;
    document.edit(QStringLiteral("change"), QStringLiteral("batch.global"), strategy);
    QTRY_VERIFY(document.isPredictionCurrent() && document.prediction() != first);
    const Prediction& now = *document.prediction();
    QCOMPARE(number(0).change,
             QStringLiteral("▲ ") + stepTime(now.timeline->makespan - first->timeline->makespan));
    QCOMPARE(number(1).change,
             QStringLiteral("▼ ") + points(first->bubbleFraction - now.bubbleFraction));
    QVERIFY(number(0).isOfEdit && number(1).isOfEdit);
    QVERIFY2(number(0).tip.contains(QStringLiteral("measured 165 ms")), qPrintable(number(0).tip));
    QVERIFY2(number(1).tip.contains(QStringLiteral("measured 27.3 %")), qPrintable(number(1).tip));
    document.undoStack().undo();
    QTRY_COMPARE(number(0).change, QStringLiteral("measured 165 ms, 0.0 %"));
}

// Of two chunks a rank each pair in flight is half as much of the model.
void tst_Verdict::stagesOfAnotherSizeAreNotCountedAgainst()
{
    Judged judged;
    Document& document = judged.document;
    const auto inFlight = [&judged] { return judged.verdict.verdict().numbers.at(2); };
    document.start(builtInStrategy());
    QTRY_VERIFY(document.isPredictionCurrent());
    const auto edit = [&](const char* schedule, int chunks) {
        strategy::Strategy strategy = document.strategy();
        strategy.schedule.name = schedule;
        strategy.parallel.chunks = chunks;
        document.edit(QStringLiteral("change"), QStringLiteral("schedule.name"), strategy);
        document.endGesture();
        QVERIFY(QTest::qWaitFor([&] { return document.isPredictionCurrent(); }));
    };
    edit("interleaved", 2);
    QCOMPARE(inFlight().value, QStringLiteral("11"));
    QCOMPARE(inFlight().change, QString());
    edit("1f1b", 1);
    edit("gpipe", 1);
    QCOMPARE(inFlight().change, QStringLiteral("▲ 4"));
}

QTEST_MAIN(tst_Verdict)
#include "tst_verdict.moc"
