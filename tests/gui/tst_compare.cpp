// A comparison: what it shows, says and offers.

#include "gui/document/origin_text.h"
#include "gui/inspector/area_table.h"
#include "gui/timeline/find_bar.h"
#include "tests/gui/compared.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QTableWidget>

using namespace gui;
using namespace std::chrono_literals;
using test::Compared;
using test::named;
using test::Opened;

class tst_Compare : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void aStrategyStandsBesideOtherSchedulesInATab();
    void openStrategiesStandOnOneAxis();
    void whatDoesOtherWorkIsLeftToTheUser();
    void categoriesAreFadedByCommands();
    void aMeasuredStepStandsBesideItsPlan();
    void theVerdictSaysWhichIsBest();
    void noControlIsUnnamed();
    void findAndArrowsAreCommands();
    void anAreaHasAColumnForEachByWhatTellsThemApart();
};

void tst_Compare::aStrategyStandsBesideOtherSchedulesInATab()
{
    Compared compared({});
    compared.compare();
    QCOMPARE(compared.opened.workspace.count(), 2);
    const OpenComparison& comparison = *compared.comparison;
    QVERIFY(comparison.first() == &compared.opened.open);
    QVERIFY2(comparison.count() >= 4, "others are there to begin with");
    // The strategy itself is as it is predicted.
    const PredictionPtr& own = compared.opened.document.prediction();
    QCOMPARE(compared.view->panel().track(0)->timeline, own->timeline);
    QCOMPARE(compared.view->table().index(0, ComparisonTable::kToFirst).data().toString(),
             QStringLiteral("–"));
    for (int slot = 0; slot < comparison.count(); ++slot) {
        QVERIFY(compared.view->panel().track(slot));
        QCOMPARE(compared.view->panel().track(slot)->band,
                 comparison.sources()[std::size_t(slot)].colour);
    }
    // Asked for again, the same tab comes to the front.
    compared.opened.workspace.setCurrent(0);
    QTest::keyClick(&compared.opened.window, Qt::Key_M, Qt::ControlModifier);
    QCOMPARE(compared.opened.workspace.count(), 2);
    QCOMPARE(compared.opened.workspace.currentPlace(), 1);
}

void tst_Compare::openStrategiesStandOnOneAxis()
{
    Compared compared({QStringLiteral("gpipe.yaml"), QStringLiteral("interleaved.yaml"),
                       QStringLiteral("first-run.yaml")});
    compared.compare();
    QCOMPARE(compared.comparison->count(), 3);
    plan::Nanoseconds longest{};
    for (int place = 0; place < 3; ++place) {
        const PredictionPtr& prediction = compared.documentAt(place).prediction();
        QCOMPARE(compared.view->panel().track(place)->timeline, prediction->timeline);
        longest = std::max(longest, prediction->timeline->makespan);
        QVERIFY2(compared.nameAt(place).startsWith(
                     compared.documentAt(place).displayName().section(QLatin1Char('.'), 0, 0)),
                 qPrintable(compared.nameAt(place)));
    }
    QCOMPARE(compared.view->viewState().extent(), longest);
    for (int row = 0; row < 3; ++row) {
        const QString tip = compared.view->table().index(row, 0).data(Qt::ToolTipRole).toString();
        const strategy::CostOrigin& origin = compared.documentAt(row).prediction()->origin;
        QVERIFY2(tip.contains(QStringLiteral("Source: ") + originText(origin)), qPrintable(tip));
    }
    // One zoom for all.
    compared.view->viewState().setVisible({plan::Nanoseconds{0}, longest / 4});
    QVERIFY(compared.view->panel().finishFrame(10s));
    QTest::keyClick(&compared.opened.window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(compared.view->viewState().showsAll());
}

// It may be added, and no step is called the fastest then.
void tst_Compare::whatDoesOtherWorkIsLeftToTheUser()
{
    Compared compared({QStringLiteral("gpipe.yaml"), QStringLiteral("gpt3-175b.yaml"),
                       QStringLiteral("interleaved.yaml")});
    compared.compare();
    QCOMPARE(compared.comparison->count(), 2);
    QVERIFY(compared.nameAt(1).startsWith(QStringLiteral("interleaved")));
    QVERIFY(fastestOf(compared.view->table().comparison()) >= 0);
    QAction* other = compared.offered(QStringLiteral("gpt3-175b.yaml"));
    QVERIFY(other);
    other->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(compared.view->table().rowCount(), 3, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(compared.view->isCurrent(), 60'000);
    QCOMPARE(fastestOf(compared.view->table().comparison()), -1);
    QCOMPARE(compared.sheet->verdict().numbers[0].value, QStringLiteral("none, not the same work"));
}

void tst_Compare::categoriesAreFadedByCommands()
{
    Compared compared({});
    QAction* own = compared.opened.action("view.fadeBackward");
    const auto isFaded
        = [](const ViewState& state) { return state.hidden()[std::size_t(Category::Backward)]; };
    ViewState& strategy = compared.opened.area().viewState();
    own->trigger();
    QVERIFY(isFaded(strategy) && own->isChecked());
    strategy.setHidden(Category::Backward, false); // as a click on the legend does
    QVERIFY(!own->isChecked());
    compared.compare();
    own->trigger();
    QVERIFY(isFaded(compared.view->viewState()) && own->isChecked());
    QVERIFY(!isFaded(strategy));
    compared.opened.workspace.setCurrent(0);
    QVERIFY(!own->isChecked());
}

void tst_Compare::aMeasuredStepStandsBesideItsPlan()
{
    Opened opened;
    opened.window.openFile(QStringLiteral(BUBBLESCOPE_RECORDING));
    RunView& view = opened.window.strategySheet()->runView();
    QTRY_VERIFY_WITH_TIMEOUT(view.shown().complete && view.isSettled(), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(opened.open.onShow().step == view.shown().complete, 60'000);
    opened.action("view.compare")->trigger();
    auto* sheet = qobject_cast<ComparisonSheet*>(opened.window.sheet());
    QVERIFY(sheet);
    const auto step = opened.open.onShow();
    QTRY_VERIFY_WITH_TIMEOUT(sheet->view().isCurrent(), 60'000);
    const TrackData* track = sheet->view().panel().track(1);
    QVERIFY(track && track->measured);
    QCOMPARE(track->timeline.get(), &opened.open.onShow().step->timeline);
    QVERIFY(sheet->view().table().comparison()[1]->makespan
            == opened.open.onShow().numbers.makespan);
    // The run is left: what is compared stays.
    opened.controller.session().leave();
    QTRY_VERIFY(sheet->view().isCurrent());
    QVERIFY(sheet->view().panel().track(1)->timeline);
    QVERIFY(step);
}

void tst_Compare::theVerdictSaysWhichIsBest()
{
    Compared compared({QStringLiteral("gpipe.yaml")});
    compared.compare();
    const QAbstractItemModelTester tester(const_cast<ComparisonTable*>(&compared.view->table()),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const Comparison& rows = compared.view->table().comparison();
    const int best = fastestOf(rows);
    QVERIFY(best >= 0);
    for (const ComparedStepPtr& row : rows)
        QVERIFY(!row->whyNot.isEmpty() || !row->fits()
                || row->makespan >= rows[std::size_t(best)]->makespan);
    const Verdict& verdict = compared.sheet->verdict();
    QCOMPARE(verdict.numbers[0].value, rows[std::size_t(best)]->name);
    QVERIFY(!verdict.numbers[0].change.isEmpty());
    named<QToolButton>(*compared.view, QStringLiteral("Copy the numbers"))
        ->menu()
        ->actions()
        .last()
        ->trigger();
    const QString latex = QGuiApplication::clipboard()->text();
    QVERIFY2(latex.startsWith(QStringLiteral("\\begin{tabular}")), qPrintable(latex));
    QCOMPARE(latex.count(QStringLiteral("\\\\\n")), compared.view->table().rowCount() + 1);
}

void tst_Compare::noControlIsUnnamed()
{
    Compared compared({});
    compared.compare();
    for (QWidget* widget : compared.view->findChildren<QWidget*>())
        if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible()
            && !widget->objectName().startsWith(QLatin1String("qt_")))
            QVERIFY2(!widget->accessibleName().isEmpty()
                         || widget->parentWidget() == compared.table,
                     widget->metaObject()->className());
}

// Also where the table has the keyboard.
void tst_Compare::findAndArrowsAreCommands()
{
    Compared compared({});
    compared.compare();
    QVERIFY(QTest::qWaitForWindowActive(&compared.opened.window));
    compared.choose(1);
    QTest::keyClick(compared.table, Qt::Key_Delete);
    QTRY_VERIFY(compared.view->isCurrent());
    const FindBar& bar = compared.view->panel().findBar();
    QVERIFY(bar.isHidden());
    QTest::keyClick(&compared.opened.window, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(!bar.isHidden());
    QAction* flows = compared.opened.action("view.flows");
    QVERIFY(flows->isEnabled() && flows->isChecked());
    flows->trigger();
    QVERIFY(!compared.view->viewState().showsFlows());
}

void tst_Compare::anAreaHasAColumnForEachByWhatTellsThemApart()
{
    Compared compared({});
    compared.compare();
    while (compared.comparison->count() > 2)
        compared.comparison->remove(2);
    QTRY_VERIFY(compared.view->isCurrent());
    auto* table = compared.sheet->inspector()->findChild<AreaTable*>();
    compared.view->viewState().setArea(TimeArea{{0ns, 1ms}, 0, 0});
    QVERIFY(table->finish());
    auto* rows = table->findChild<QTableWidget*>();
    const auto head = [rows](int column) { return rows->horizontalHeaderItem(column)->text(); };
    QVERIFY2(head(1) != head(2), qPrintable(head(1)));
    QVERIFY2(!compared.nameAt(1).startsWith(head(2)), qPrintable(head(2)));
}

QTEST_MAIN(tst_Compare)
#include "tst_compare.moc"
