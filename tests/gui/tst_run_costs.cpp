#include "gui/ledger/ledger_model.h"
#include "gui/ledger/ledger_panel.h"
#include "gui/live/run_calibration.h"
#include "gui/window/language.h"
#include "gui/window/main_window.h"
#include "gui/window/strategy_sheet.h"
#include "tests/gui/trained.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QSettings>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

using namespace gui;
using gui::test::Trained;

class tst_RunCosts : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void withoutCostsThereIsNoPredictionInTime();
    void theStrategyTakesTheCostsOfTheRun();
    void stepsSlowedByHandAreNotFittedTo();
    void aRunSlowedThroughoutGivesNoCosts();
    void aRealRunIsHeldAgainstTheCostsOfTheEditor();
    void theLedgerIsAModel();
};

void tst_RunCosts::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_RunCosts::withoutCostsThereIsNoPredictionInTime()
{
    Trained run({.steps = 20});
    QSettings settings(run.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    WindowOptions options;
    options.keepLayout = false;
    MainWindow window(run.workspace, settings, options);
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.batch.global = 8;
    run.document.start(strategy);
    TimelinePanel& panel = window.strategySheet()->timelineArea().panel();
    run.controller.replayPath(run.directory.filePath(QStringLiteral("events.bslog")));
    QTRY_VERIFY(panel.track(1) && panel.track(1)->timeline && run.document.causes());
    QVERIFY(!panel.track(0)->timeline && !panel.track(0)->critical);
    QVERIFY(
        panel.track(0)->emptyText.contains(window.actions().action("run.calibrate")->iconText()));
    QTRY_VERIFY(panel.finishFrame());
    auto* panelOfLedger = window.findChild<LedgerPanel*>();
    auto* numbers = panelOfLedger->findChild<QTableWidget*>();
    auto* ledger = panelOfLedger->findChild<LedgerModel*>();
    const auto first = [ledger] { return ledger->index(0, 0).data().toString(); };
    QTRY_COMPARE(numbers->item(0, 0)->text(), QStringLiteral("–")); // the makespan
    QVERIFY(numbers->item(1, 0)->text().contains(QLatin1Char('%')));
    QVERIFY2(!first().contains(QStringLiteral("·")), qPrintable(first()));

    strategy.costs = plan::Costs::unit();
    run.document.start(strategy);
    QTRY_VERIFY(panel.track(0)->timeline && panel.track(0)->critical);
    QTRY_VERIFY(first().contains(QStringLiteral("·")));
    QVERIFY(numbers->item(0, 0)->text().endsWith(QLatin1Char('s')));
    strategy.costs.reset();
    run.document.start(strategy);
    QTRY_VERIFY(!panel.track(0)->timeline);
    run.controller.leave();
    QTRY_VERIFY(panel.track(0)->timeline && panel.track(0)->critical);
}

void tst_RunCosts::theStrategyTakesTheCostsOfTheRun()
{
    Trained run({.steps = 20});
    RunCalibration calibration(run.document, run.view, run.controller);
    QSignalSpy said(&calibration, &RunCalibration::said);
    QCOMPARE(calibration.whyNot(), QStringLiteral("No run is shown"));
    QTRY_VERIFY(run.ended());
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 2;
    strategy.batch.global = 8;
    run.document.start(strategy);
    QCOMPARE(calibration.whyNot(), QStringLiteral("The run is of another shape than the strategy"));
    strategy.parallel.pipeline = 4;
    run.document.start(strategy);
    QCOMPARE(calibration.whyNot(), QString());

    calibration.start();
    QTRY_COMPARE(said.size(), 1);
    QVERIFY2(said[0][0].toString().startsWith(QStringLiteral("Costs taken from ")),
             qPrintable(said[0][0].toString()));
    const auto& costs = run.document.strategy().costs;
    QVERIFY(costs && costs->stages.size() == 4);
    const auto predicted = plan::simulate(run.schedule, *costs);
    const auto measured = run.view.shown().complete->timeline.makespan;
    QVERIFY(std::abs(double(predicted->makespan.count()) / double(measured.count()) - 1) < 0.02);
    QCOMPARE(run.document.undoStack().undoText(), QStringLiteral("take the costs of the run"));
    run.document.undoStack().undo();
    QVERIFY(!run.document.strategy().costs);
}

void tst_RunCosts::stepsSlowedByHandAreNotFittedTo()
{
    Trained run(
        {.steps = 40, .slowRank = 0, .slowSince = 10, .slowUntil = 25, .slowedByHand = true},
        test::trainedStrategy());
    Trained alone({.steps = 40}, test::trainedStrategy());
    for (Trained* each : {&run, &alone}) {
        RunCalibration calibration(each->document, each->view, each->controller);
        QSignalSpy said(&calibration, &RunCalibration::said);
        QTRY_VERIFY(each->ended());
        QCOMPARE(calibration.whyNot(), QString());
        calibration.start();
        QTRY_COMPARE(said.size(), 1);
        const QString sentence = said[0][0].toString();
        QVERIFY2(sentence.contains(QStringLiteral("left out: 15 in which someone slowed rank 0"))
                     == (each == &run),
                 qPrintable(sentence));
    }
    // Rank 0 is as fast as it is by itself.
    QVERIFY(run.document.strategy().costs && alone.document.strategy().costs);
    const auto forward = [](Trained& of) {
        return double(of.document.strategy().costs->stages[0].forward.count());
    };
    QVERIFY2(std::abs(forward(run) / forward(alone) - 1) < 0.01,
             qPrintable(QString::number(forward(run) / forward(alone))));
    QCOMPARE(run.document.strategy().costsFittedTo, run.controller.run()->run.toStdString());
}

void tst_RunCosts::aRunSlowedThroughoutGivesNoCosts()
{
    Trained run({.steps = 12, .slowRank = 1, .slowSince = 2, .slowedByHand = true},
                test::trainedStrategy());
    RunCalibration calibration(run.document, run.view, run.controller);
    QTRY_VERIFY(run.ended());
    QVERIFY2(calibration.whyNot().startsWith(QStringLiteral("Someone slowed a rank")),
             qPrintable(calibration.whyNot()));
}

void tst_RunCosts::aRealRunIsHeldAgainstTheCostsOfTheEditor()
{
    strategy::Strategy strategy = test::trainedStrategy();
    Trained run({.steps = 4}, strategy);
    QTRY_VERIFY(run.ended() && run.view.shown().complete && run.document.prediction());
    QVERIFY(run.view.isOfDocument() && !run.view.knowsTime());

    strategy.costs = plan::Costs::unit();
    strategy.costs->stages[0].forward = std::chrono::milliseconds{40};
    run.document.start(strategy);
    QTRY_VERIFY(run.view.knowsTime());
    QVERIFY(run.view.isOfDocument());
    QCOMPARE(run.view.shown().prediction, run.document.prediction());
    QVERIFY2(run.view.comparison().startsWith(QStringLiteral("step 3: predicted ")),
             qPrintable(run.view.comparison()));

    strategy.batch.micro = 2; // other work
    run.document.start(strategy);
    QTRY_VERIFY(!run.view.isOfDocument() && !run.view.knowsTime());
}

// Whichever side comes, goes, or has other ranks; a step of the same shape keeps the selection.
void tst_RunCosts::theLedgerIsAModel()
{
    LedgerModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto of = [](std::size_t ranks) {
        plan::Ledger ledger;
        ledger.ranks.resize(ranks);
        return std::make_shared<const plan::Ledger>(ledger);
    };
    constexpr plan::Nanoseconds kMakespan{1'000'000};
    QCOMPARE(model.columnCount(), 0);
    model.setPredicted(of(4), kMakespan);
    const QPersistentModelIndex chosen = model.index(2, 3);
    model.setUnit(LedgerUnit::Percent);
    model.setTimeless(true);
    QVERIFY(chosen.isValid());
    model.setMeasured(of(4), kMakespan);
    QCOMPARE(model.columnCount(), 10);
    const QPersistentModelIndex kept = model.index(2, 3);
    model.setMeasured(of(4), 2 * kMakespan);
    QVERIFY(kept.isValid());
    model.setMeasured(of(6), kMakespan);
    QCOMPARE(model.columnCount(), 14);
    model.setPredicted(nullptr, {});
    QCOMPARE(model.columnCount(), 7);
    model.setMeasured(nullptr, {});
    QCOMPARE(model.columnCount(), 0);
}

QTEST_MAIN(tst_RunCosts)
#include "tst_run_costs.moc"
