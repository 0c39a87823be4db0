// Runs beside runs: on one axis, in numbers, and what their difference is worth.

#include "gui/compare/category_table.h"
#include "gui/compare/comparison_verdict.h"
#include "gui/compare/comparison_work.h"
#include "gui/compare/run_difference.h"
#include "gui/live/same_again.h"
#include "gui/window/comparison_sheet.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"
#include "tests/gui/recording.h"

#include "gui/runs/run_browser.h"

#include <QAbstractItemModelTester>
#include <QDeadlineTimer>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListView>
#include <QRegularExpression>
#include <QTableView>
#include <QToolButton>

using namespace gui;
using namespace std::chrono_literals;
using test::named;
using test::Opened;

namespace {

// A run of the strategy that a window begins with, which took so much longer than predicted.
RunEntry recordedRun(const QTemporaryDir& in, const QString& name, int steps,
                     plan::Nanoseconds slower)
{
    const auto made = predict(builtInStrategy());
    const Prediction& prediction = **made;
    RunEntry run;
    run.run = name;
    run.state = QStringLiteral("completed");
    run.strategyName = QStringLiteral("First run");
    run.started = QStringLiteral("2026-11-22T14:52:5%1Z").arg(slower.count() > 0 ? 5 : 4);
    run.device = QStringLiteral("emulated");
    run.directory = in.filePath(name);
    run.steps = steps;
    run.ranks = prediction.schedule->shape.ranks;
    QDir().mkpath(run.directory);
    test::writeRecording(run.events().toStdString(), "1f1b", prediction.schedule->shape,
                         *prediction.timeline, {.steps = steps, .slower = slower, .timeScale = 1});
    return run;
}

QJsonObject asJson(const RunEntry& run)
{
    return {{QStringLiteral("run"), run.run},
            {QStringLiteral("state"), run.state},
            {QStringLiteral("strategy_name"), run.strategyName},
            {QStringLiteral("started"), run.started},
            {QStringLiteral("device"), run.device},
            {QStringLiteral("directory"), run.directory},
            {QStringLiteral("ranks"), run.ranks},
            {QStringLiteral("steps"), run.steps}};
}

StepSpread spreadAt(int lower, int median, int upper, int steps = 20)
{
    return {1ms * median, 1ms * lower, 1ms * upper, steps};
}

ComparedStepPtr stepOf(const QString& name, const StepSpread& spread)
{
    auto step = std::make_shared<ComparedStep>();
    step->name = name;
    step->spread = spread;
    step->makespan = spread.median;
    return step;
}

} // namespace

class tst_RunCompare : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void aRecordingIsDigested();
    void theMiddleHalfIsOfTheSteps();
    void aDifferenceIsWeighedAgainstTheSpread();
    void longRunsAreComparedAsTheTestOfOneStrategyDoes();
    void equalRunsHaveNoFaster();
    void stepsOfOtherSizesAreNotComparedByTheirTimes();
    void runsThatAreChosenStandOnOneAxis();
    void aRunIsReadThoughAnotherHasNewerSteps();
    void eachLineSumsToTheStep();
    void aRunThatCannotBeReadSaysSo();
};

void tst_RunCompare::aRecordingIsDigested()
{
    RunEntry run
        = *readRunRecord(QStringLiteral(BUBBLESCOPE_TREE "/tests/measured/recordings/emulated"));
    const RunDigestPtr digest = digestRun(run);
    QVERIFY2(digest->problem.isEmpty(), qPrintable(digest->problem));
    QCOMPARE(digest->strategyName, QStringLiteral("First run"));
    QCOMPARE(digest->schedule, QStringLiteral("1f1b"));
    QCOMPARE(digest->ranks, 4);
    QCOMPARE(digest->stepsDone, std::uint64_t{2});
    QCOMPARE(digest->spread.steps, 2);
    // As the report beside it says.
    QVERIFY(digest->spread.median == 165'034'059ns);
    QVERIFY(digest->typical && digest->typical.schedule && digest->typical.numbers.ledger);
    QVERIFY(std::chrono::abs(digest->typical.step->timeline.makespan - digest->spread.median)
            < 10us);
    QVERIFY(std::abs(digest->bubble - 0.28621027618503214) < 1e-12); // as its report says
    QVERIFY(!digest->slow);
    run.directory = QStringLiteral("/nowhere");
    QVERIFY(!digestRun(run)->problem.isEmpty());
}

void tst_RunCompare::theMiddleHalfIsOfTheSteps()
{
    std::vector<plan::Nanoseconds> times;
    for (const int ms : {8, 1, 7, 2, 6, 3, 5, 4, 100})
        times.emplace_back(1ms * ms);
    const StepSpread spread = spreadOf(times);
    QVERIFY(spread.median == 5ms);
    QVERIFY(spread.lower == 3ms);
    QVERIFY(spread.upper == 7ms); // the step that took 100 ms counts for one
    QCOMPARE(spread.steps, 9);
    QCOMPARE(spreadOf({}).steps, 0);
    QVERIFY(spreadOf({4ms}).lower == 4ms && spreadOf({4ms}).upper == 4ms);
}

void tst_RunCompare::aDifferenceIsWeighedAgainstTheSpread()
{
    QCOMPARE(worthOf(spreadAt(99, 100, 101), spreadAt(102, 103, 104)), Worth::Real);
    QCOMPARE(worthOf(spreadAt(102, 103, 104), spreadAt(99, 100, 101)), Worth::Real);
    QCOMPARE(worthOf(spreadAt(99, 100, 103), spreadAt(102, 103, 104)), Worth::Chance);
    QCOMPARE(worthOf(spreadAt(99, 100, 101), spreadAt(99, 100, 101)), Worth::None);
    QCOMPARE(worthOf(spreadAt(99, 100, 101, 4), spreadAt(102, 103, 104)), Worth::TooFew);
    const auto sentence = [](const StepSpread& one, const StepSpread& other) {
        return differenceSentence(
            {stepOf(QStringLiteral("a"), one), stepOf(QStringLiteral("b"), other)});
    };
    QCOMPARE(sentence(spreadAt(99, 100, 101), spreadAt(124, 125, 126)),
             QStringLiteral("a is 20.0 % faster than b. That is more than their steps vary (middle "
                            "halves: 99.0 ms to 101 ms; 124 ms to 126 ms)."));
    QVERIFY(sentence(spreadAt(124, 125, 126), spreadAt(99, 100, 101))
                .startsWith(QStringLiteral("b is 20.0 % faster than a.")));
    QVERIFY(sentence(spreadAt(90, 100, 130), spreadAt(95, 125, 140))
                .contains(QStringLiteral("may be chance")));
    QVERIFY(sentence(spreadAt(99, 100, 101, 2), spreadAt(124, 125, 126))
                .contains(QStringLiteral("Too few steps")));
    QCOMPARE(differenceSentence({stepOf(QStringLiteral("a"), spreadAt(1, 2, 3))}), QString());
}

// One number for the same question, wherever it is asked.
void tst_RunCompare::longRunsAreComparedAsTheTestOfOneStrategyDoes()
{
    const auto noisy = [](const char* name, double median) {
        auto step = std::make_shared<ComparedStep>(
            *stepOf(QString::fromLatin1(name), spreadAt(90, int(median / 1e6), 130)));
        step->spread->median = plan::Nanoseconds{static_cast<std::int64_t>(median)};
        for (int i = 0; i < 80; ++i)
            step->stepTimes.push_back(median * (1 + 0.002 * (i * 7919 % 13 - 6)));
        return step;
    };
    const auto first = noisy("a", 100e6);
    QCOMPARE(worthOf(*first, *noisy("b", 100.2e6)), Worth::Chance);
    const auto other = noisy("c", 104e6);
    QVERIFY(compareSteps(first->stepTimes, other->stepTimes)->isReal());
    // Though what was noted of their middle halves overlaps: the steps themselves decide.
    QCOMPARE(worthOf(*first, *other), Worth::Real);
    const auto judged = [](const ComparedStepPtr& one, const ComparedStepPtr& two) {
        return differenceSentence({one, two});
    };
    // The sentence has the numbers that decided, of the slower one as is the share before them.
    static const QRegularExpression kReal(
        QStringLiteral("^a is 3\\.\\d+ % faster than c\\. That is more than chance: with 95 % "
                       "confidence it is between 3\\.\\d+ % and [34]\\.\\d+ %\\.$"));
    QVERIFY2(kReal.match(judged(first, other)).hasMatch(), qPrintable(judged(first, other)));
    QCOMPARE(judged(other, first), judged(first, other));
    // It is there, but too small to be of use.
    const QString little = judged(first, noisy("d", 100.8e6));
    QVERIFY2(little.contains(QStringLiteral("That is less than 1 %")), qPrintable(little));
    const QString chance = judged(first, noisy("e", 100.1e6));
    QVERIFY2(
        chance.contains(QStringLiteral("That may be chance: with 95 % confidence it is between "))
            && chance.contains(QStringLiteral(" slower and ")),
        qPrintable(chance));
}

// The verdict and the sentence below it say the same.
void tst_RunCompare::equalRunsHaveNoFaster()
{
    const auto run = [](const char* name, int ms) {
        auto step = std::make_shared<ComparedStep>(
            *stepOf(QString::fromLatin1(name), spreadAt(ms - 1, ms, ms + 1)));
        step->work = {.samples = 8, .computed = 1e6};
        return step;
    };
    const auto a = run("a", 100);
    // Its typical step is not quite as long as the middle of all.
    const auto b = run("b", 100);
    b->makespan -= 500us;
    QVERIFY(differenceSentence({a, b}).contains(QStringLiteral("equally fast")));
    const VerdictNumber tie = comparisonVerdict({a, b}).numbers.front();
    QCOMPARE(tie.change, QStringLiteral("no faster than the next"));
    QCOMPARE(tie.changeMood, Mood::Plain);
    const auto c = run("c", 125);
    QCOMPARE(comparisonVerdict({a, c}).numbers.front().change,
             QStringLiteral("▼ 20.0 % vs. the next"));
}

// A step of twice the size may take longer, and be of the faster run.
void tst_RunCompare::stepsOfOtherSizesAreNotComparedByTheirTimes()
{
    const auto run = [](const char* name, int ms, double samples) {
        auto step = std::make_shared<ComparedStep>(
            *stepOf(QString::fromLatin1(name), spreadAt(ms - 1, ms, ms + 1)));
        step->work = {.samples = samples, .computed = 1e6};
        return step;
    };
    const Comparison sizes{run("A", 100, 8), run("B", 190, 16)};
    QCOMPARE(comparisonVerdict(sizes).numbers.front().value, QStringLiteral("B"));
    QCOMPARE(differenceSentence(sizes), QString());
    // The table writes the rate as the verdict of a strategy does.
    ComparisonTable table;
    const auto trained = run("A", 100, 8);
    trained->tokensPerSecond = 146'000;
    table.setComparison({trained});
    QCOMPARE(table.index(0, ComparisonTable::kTokens).data().toString(), QStringLiteral("146 k"));
    // One of the same size is there.
    QVERIFY(differenceSentence({sizes[0], sizes[1], run("C", 110, 8)})
                .startsWith(QStringLiteral("A is 9.09 % faster than C.")));
    QVERIFY(differenceSentence({run("A", 100, 0), run("B", 190, 0)})
                .startsWith(QStringLiteral("A is 47.4 % faster than B.")));
}

void tst_RunCompare::runsThatAreChosenStandOnOneAxis()
{
    Opened opened;
    QTemporaryDir folder;
    const RunEntry fast = recordedRun(folder, QStringLiteral("b1"), 12, {});
    const RunEntry slow = recordedRun(folder, QStringLiteral("b2"), 12, 16'500us);
    QFile list(opened.program.directory.filePath(QStringLiteral("runs.json")));
    QVERIFY(list.open(QIODevice::WriteOnly));
    list.write(QJsonDocument(QJsonArray{asJson(slow), asJson(fast)}).toJson());
    list.close();
    QFile script(opened.program.path);
    QVERIFY(script.open(QIODevice::WriteOnly | QIODevice::Truncate));
    script.write("#!/bin/sh\ncat \"$(dirname \"$0\")/runs.json\"\n");
    script.close();

    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    QTest::keyClick(&opened.window, Qt::Key_R, Qt::ControlModifier);
    auto* browser = opened.window.findChild<RunBrowser*>();
    QListView& view = browser->list();
    QTRY_COMPARE_WITH_TIMEOUT(view.model()->rowCount(), 2, 20'000);
    auto* compare = named<QToolButton>(*browser, QStringLiteral("Compare"));
    QVERIFY(!compare->isEnabled());
    // The one that is chosen last is the one that the others are set beside.
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                      view.visualRect(view.model()->index(0, 0)).center());
    QVERIFY(!compare->isEnabled());
    QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::ControlModifier,
                      view.visualRect(view.model()->index(1, 0)).center());
    QVERIFY(compare->isEnabled());
    QTest::mouseClick(compare, Qt::LeftButton);

    auto* sheet = qobject_cast<ComparisonSheet*>(opened.window.sheet());
    QVERIFY(sheet);
    QTRY_VERIFY_WITH_TIMEOUT(sheet->view().isCurrent(), 60'000);
    const Comparison& rows = sheet->view().table().comparison();
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0]->name, QStringLiteral("First run · b1"));
    QVERIFY2(rows[0]->whyNot.isEmpty(), qPrintable(rows[0]->whyNot));
    QVERIFY(rows[1]->makespan - rows[0]->makespan == 16'500us);
    QVERIFY(rows[1]->bubbleFraction != rows[0]->bubbleFraction);
    // Of one step, both of them.
    for (const ComparedStepPtr& row : rows)
        QVERIFY(std::abs(row->bubbleOverhead - row->bubbleFraction / (1 - row->bubbleFraction))
                < 1e-6);
    QCOMPARE(sheet->view().viewState().extent(), rows[1]->makespan);
    for (int slot : {0, 1}) {
        const TrackData* track = sheet->view().panel().track(slot);
        QVERIFY(track && track->measured
                && track->timeline->makespan == rows[std::size_t(slot)]->makespan);
    }
    const auto* note = named<QLabel>(sheet->view(), QStringLiteral("State of the comparison"));
    QVERIFY2(note->text().startsWith(
                 QStringLiteral("First run · b1 is 9.09 % faster than First run · b2. That is more "
                                "than their steps vary")),
             qPrintable(note->text()));
    // Opened from there, it is a tab; and a second time the same one.
    auto* table = named<QTableView>(sheet->view(), QStringLiteral("Numbers of what is compared"));
    table->setFocus();
    table->setCurrentIndex(sheet->view().table().index(1, 0));
    const int tabs = opened.workspace.count();
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(opened.workspace.count(), tabs + 1);
    auto* shows = qobject_cast<OpenStrategy*>(opened.workspace.current());
    QVERIFY(shows && shows->controller().run()->run == QStringLiteral("b2"));
}

// A live run asks again with every step, before the other one has been read.
void tst_RunCompare::aRunIsReadThoughAnotherHasNewerSteps()
{
    QTemporaryDir folder;
    const RunEntry entry = recordedRun(folder, QStringLiteral("b1"), 1000, {});
    const RunDigestPtr digest = digestRun(entry);
    const ComparedSource run{.kind = ComparedSource::Kind::Run, .run = entry};
    KnownSteps last;
    ComparisonWork work([&last](const KnownSteps& done) { last = done; });
    const auto goOn = [&] { // as fast as it can: whatever is being worked out is overtaken
        ComparedSource step{
            .kind = ComparedSource::Kind::Step, .step = digest->typical, .colour = 1};
        step.step.step = std::make_shared<measured::Step>(*digest->typical.step);
        work.request({run, step});
        QCoreApplication::processEvents();
    };
    const QDeadlineTimer deadline(60'000);
    while (!sameIn(last, run) && !deadline.hasExpired())
        goOn();
    QVERIFY(sameIn(last, run));
    const ComparedStepPtr read = sameIn(last, run)->second;
    QVERIFY(read->whyNot.isEmpty() && read->spread);
    QCOMPARE(last.size(), std::size_t{2});
    // It is not read again with every step.
    const ComparedStepPtr step = last[1].second;
    while (last[1].second == step && !deadline.hasExpired())
        goOn();
    QVERIFY(last[1].second != step);
    QCOMPARE(sameIn(last, run)->second, read);
}

void tst_RunCompare::eachLineSumsToTheStep()
{
    QTemporaryDir folder;
    OpenComparison comparison(QList<RunEntry>{recordedRun(folder, QStringLiteral("b1"), 6, {}),
                                              recordedRun(folder, QStringLiteral("b2"), 6, 10ms)});
    Comparison steps;
    for (const ComparedSource& source : comparison.sources())
        steps.push_back(comparedStep(source));
    CategoryTable table;
    const QAbstractItemModelTester tester(&table,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    table.setComparison(steps);
    QCOMPARE(table.columnCount(), 2);
    QVERIFY(table.rowCount() > 3);
    const int sum = table.rowCount() - 1;
    QCOMPARE(table.headerData(sum, Qt::Vertical).toString(), QStringLiteral("a mean rank's step"));
    QCOMPARE(table.index(sum, 0).data().toString(), QStringLiteral("165 ms"));
    QCOMPARE(table.index(sum, 1).data().toString(), QStringLiteral("175 ms (+6.1 %)"));
    QCOMPARE(table.headerData(0, Qt::Vertical).toString(), QStringLiteral("forward"));
    // The forwards were alike: what was slower is the last op of rank 0.
    QVERIFY2(table.index(0, 1).data().toString().endsWith(QStringLiteral("(0.0 %)")),
             qPrintable(table.index(0, 1).data().toString()));
    table.setComparison({});
    QCOMPARE(table.rowCount(), 0);
}

void tst_RunCompare::aRunThatCannotBeReadSaysSo()
{
    QTemporaryDir folder;
    RunEntry gone;
    gone.run = QStringLiteral("gone");
    gone.directory = folder.filePath(QStringLiteral("gone"));
    OpenComparison comparison(
        QList<RunEntry>{recordedRun(folder, QStringLiteral("b1"), 6, {}), gone});
    QCOMPARE(comparison.count(), 2);
    comparison.add(gone); // it is there already
    QCOMPARE(comparison.count(), 2);
    QVERIFY(comparedStep(comparison.sources()[0])->whyNot.isEmpty());
    const ComparedStepPtr missing = comparedStep(comparison.sources()[1]);
    QVERIFY(!missing->whyNot.isEmpty() && missing->isKnown);
}

QTEST_MAIN(tst_RunCompare)
#include "tst_run_compare.moc"
