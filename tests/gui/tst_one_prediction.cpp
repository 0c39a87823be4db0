// Whatever the window says of the step's length and its bubble, it says one thing.

#include "gui/ledger/ledger_panel.h"
#include "gui/live/run_calibration.h"
#include "gui/text/number_format.h"
#include "gui/window/language.h"
#include "gui/window/main_window.h"
#include "gui/window/strategy_sheet.h"
#include "tests/gui/modelled.h"
#include "tests/gui/trained.h"

#include <QAction>
#include <QSettings>
#include <QTableWidget>
#include <QTest>

using namespace gui;
using gui::test::Trained;

namespace {

// Its prediction is the cost model's.
strategy::Strategy tiny()
{
    strategy::Strategy strategy = test::trainedStrategy();
    strategy.model = test::smallModel();
    strategy.cluster.device = "cpu";
    return strategy;
}

struct Shown {
    Trained run;
    QSettings settings{run.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    MainWindow window{run.workspace, settings, {.keepLayout = false}};
    StrategySheet& sheet = *window.strategySheet();

    explicit Shown(const test::TrainingOptions& options)
        : run(options, tiny())
    {
    }
    // The window's own view of the run.
    RunView& view() { return sheet.runView(); }
    void hold(int step) // in both views of the run: that of `run`, too
    {
        run.view.hold(step);
        view().hold(step);
    }

    QString valueOf(std::size_t number) const
    {
        const auto& numbers = sheet.verdict().numbers;
        return number < numbers.size() ? numbers[number].value : QString();
    }
    // What every place says, "NAME: STEP" each; the chart says it in ms.
    QStringList steps()
    {
        const TrackData* picture = sheet.timelineArea().panel().track(0);
        const auto* numbers = sheet.window()->findChild<LedgerPanel*>()->findChild<QTableWidget*>();
        const auto line = sheet.charts().predictedStep();
        const QString drawn = line ? stepTime(plan::Nanoseconds{qRound64(*line * 1e6)}) : QString();
        const QString sentence = sheet.runView().comparison();
        // Of the model's, the interval stands behind it.
        return {valueOf(0).section(QStringLiteral(" ("), 0, 0),
                picture && picture->timeline ? stepTime(picture->timeline->makespan) : QString(),
                numbers->item(0, 0)->text(), drawn,
                sentence.section(QStringLiteral("predicted "), 1, 1)
                    .section(QStringLiteral(", measured"), 0, 0)};
    }
    QStringList bubbles()
    {
        const auto* numbers = sheet.window()->findChild<LedgerPanel*>()->findChild<QTableWidget*>();
        return {valueOf(1), numbers->item(1, 0)->text(),
                sheet.runView()
                    .comparison()
                    .section(QStringLiteral("bubble predicted "), 1, 1)
                    .section(QStringLiteral(","), 0, 0)};
    }
    // The interval of the step behind the verdict, and where the ledger tells it.
    QString verdictInterval() const
    {
        const QString value = valueOf(0);
        return value.contains(QStringLiteral(" ("))
            ? value.section(QStringLiteral(" ("), 1).chopped(1)
            : QString();
    }
    QString ledgerInterval()
    {
        const auto* numbers = sheet.window()->findChild<LedgerPanel*>()->findChild<QTableWidget*>();
        // Whoever cannot point at the cell is told the same.
        const QString told = numbers->item(0, 0)->data(Qt::AccessibleDescriptionRole).toString();
        return told == numbers->item(0, 0)->toolTip() ? told : QStringLiteral("differs");
    }
    bool agrees()
    {
        QStringList all = steps();
        QStringList shares = bubbles();
        return all.removeDuplicates() == 4 && shares.removeDuplicates() == 2
            && run.document.isPredictionCurrent() && sheet.estimator().isCurrent();
    }
    QString text() { return (steps() + bubbles()).join(QStringLiteral(" | ")); }
};

} // namespace

class tst_OnePrediction : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void afterASwapEveryPlaceSaysTheSame();
    void afterTakingCostsEveryPlaceSaysTheSame();
    void aRunOfAnotherStrategyIsHeldAgainstNothing();
};

void tst_OnePrediction::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_OnePrediction::afterASwapEveryPlaceSaysTheSame()
{
    Shown shown({.steps = 20, .swapStep = 10, .swapTo = "gpipe"});
    shown.run.controller.replayPath(shown.run.directory.path());
    QTRY_VERIFY(shown.view().shown().prediction);
    QTRY_VERIFY2(shown.agrees(), qPrintable(shown.text()));
    QCOMPARE(shown.run.document.prediction()->strategy.schedule.name, std::string("gpipe"));
    QCOMPARE(shown.run.document.strategy().schedule.name, std::string("1f1b"));
    shown.hold(3); // before it went over
    QTRY_COMPARE(shown.run.document.prediction()->strategy.schedule.name, std::string("1f1b"));
    QTRY_VERIFY2(shown.agrees(), qPrintable(shown.text()));
    shown.run.controller.leave();
    QVERIFY(shown.run.document.prediction()->as == PredictedAs{});
}

void tst_OnePrediction::afterTakingCostsEveryPlaceSaysTheSame()
{
    Shown shown({.steps = 30, .swapStep = 10, .swapTo = "zb-h1"});
    shown.run.controller.replayPath(shown.run.directory.path());
    QTRY_VERIFY(shown.view().shown().prediction);
    QTRY_VERIFY2(shown.agrees(), qPrintable(shown.text()));
    const QString modelled = shown.steps().front();
    QVERIFY(shown.verdictInterval().contains(QStringLiteral(" – ")));
    QCOMPARE(shown.ledgerInterval(), QStringLiteral("80 % interval: ") + shown.verdictInterval());
    shown.window.actions().action("run.calibrate")->trigger();
    QTRY_VERIFY(shown.run.document.strategy().costs);
    QTRY_VERIFY2(shown.agrees() && shown.steps().front() != modelled, qPrintable(shown.text()));
    // It is the run's own: fitted to what is measured, so that the model has no part in it.
    QCOMPARE(shown.verdictInterval(), QString());
    QCOMPARE(shown.ledgerInterval(), QString());
    const auto predicted = double(shown.run.document.prediction()->timeline->makespan.count());
    const auto measured = double(shown.view().shown().complete->timeline.makespan.count());
    QVERIFY(std::abs(predicted / measured - 1) < 0.02);
    shown.run.document.undoStack().undo();
    QTRY_VERIFY2(shown.agrees() && shown.steps().front() == modelled, qPrintable(shown.text()));
}

void tst_OnePrediction::aRunOfAnotherStrategyIsHeldAgainstNothing()
{
    Shown shown({.steps = 4});
    shown.run.controller.replayPath(shown.run.directory.path());
    QTRY_VERIFY2(shown.agrees(), qPrintable(shown.text()));
    strategy::Strategy other = tiny();
    other.batch.global = 16;
    shown.run.document.edit(QStringLiteral("change"), QStringLiteral("batch.global"), other);
    QTRY_VERIFY(shown.run.document.isPredictionCurrent() && !shown.view().shown().prediction);
    const QString sentence = shown.sheet.runView().comparison();
    QVERIFY2(!sentence.contains(QStringLiteral("predicted ")), qPrintable(sentence));
    const QString remarks = shown.sheet.timelineArea().remarks();
    QVERIFY2(remarks.contains(QStringLiteral("another strategy")), qPrintable(remarks));
    QVERIFY(shown.steps()[3].isEmpty()); // nor does the chart draw another one
    // Escape in the timeline takes it away, once nothing is selected there.
    TimelineArea& area = shown.sheet.timelineArea();
    QWidget* const canvas = area.panel().focusProxy();
    area.viewState().setSelected(OpRef{1, 0, plan::forward(0, 0)});
    QTest::keyClick(canvas, Qt::Key_Escape);
    QVERIFY(!area.viewState().selected() && !area.remarks().isEmpty());
    QTest::keyClick(canvas, Qt::Key_Escape);
    QCOMPARE(area.remarks(), QString());
    shown.view().hold(1);
    QCOMPARE(area.remarks(), QString());
    // Nor are its ops outlined over those of the run.
    QVERIFY(area.panel().track(1)->timeline && !area.panel().track(1)->planned);
    shown.run.document.undoStack().undo();
    QTRY_VERIFY(area.panel().track(1)->planned
                && area.panel().track(1)->planned == area.panel().track(0)->timeline);
}

QTEST_MAIN(tst_OnePrediction)
#include "tst_one_prediction.moc"
