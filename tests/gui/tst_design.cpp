#include "gui/costs/cost_dialog.h"
#include "gui/costs/number_table.h"
#include "gui/editor/schedule_chooser.h"
#include "gui/editor/strategy_editor.h"
#include "tests/gui/named.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace gui;
using namespace std::chrono_literals;
using test::named;

namespace {

strategy::Strategy fourRanks(const char* schedule)
{
    strategy::Strategy made;
    made.parallel.pipeline = 4;
    made.batch.global = 8;
    made.schedule.name = schedule;
    return made;
}

void choose(QComboBox* box, int index)
{
    box->setCurrentIndex(index);
    emit box->activated(index);
}

} // namespace

class tst_Design : public QObject {
    Q_OBJECT
private slots:
    void everyScheduleIsOfferedAndMarkedWhereItCannotBe();
    void theClosedBoxLeavesOutWhatATitleHasInBrackets();
    void choosingAScheduleSetsItsChunksAndIsOneUndo();
    void optionsShowWhereTheyMeanSomething();
    void stageCostsAreEditedPastedFilledAndUndone();
    void aSheetOfNumbersIsAModel();
    void undoInAnOpenCellIsOfItsTypingThenOfTheStrategy();
    void aHopIsATimeOrALink();
    void ranksDifferAndProblemsStandInTheirGroup();
    void aSearchLeavesTheWindowAnswering();
    void causesComeBehindThePicture();
};

void tst_Design::everyScheduleIsOfferedAndMarkedWhereItCannotBe()
{
    ScheduleChooser chooser(ScheduleChooser::Labels::Titles);
    for (const plan::CatalogEntry* entry : plan::catalog())
        QVERIFY2(chooser.findData(QString::fromStdString(std::string(entry->name))) >= 0,
                 std::string(entry->name).c_str());
    strategy::Strategy one = fourRanks("1f1b");
    one.parallel.pipeline = 1;
    chooser.markFor(one);
    const int chimera = chooser.findData(QStringLiteral("chimera"));
    QVERIFY(!chooser.reasonAgainst(QStringLiteral("chimera")).isEmpty());
    QCOMPARE(chooser.itemData(chimera, Qt::ToolTipRole).toString(),
             chooser.reasonAgainst(QStringLiteral("chimera")));
    QVERIFY(chooser.itemData(chimera, Qt::ForegroundRole).isValid());
    QVERIFY(chooser.reasonAgainst(QStringLiteral("gpipe")).isEmpty());
    chooser.markFor(fourRanks("1f1b"));
    QVERIFY(chooser.reasonAgainst(QStringLiteral("chimera")).isEmpty());
    QVERIFY(!chooser.itemData(chimera, Qt::ForegroundRole).isValid());
    chooser.setName(QStringLiteral("custom"));
    QCOMPARE(chooser.name(), QStringLiteral("custom"));
}

void tst_Design::theClosedBoxLeavesOutWhatATitleHasInBrackets()
{
    class Closed : public ScheduleChooser {
    public:
        using ScheduleChooser::ScheduleChooser;
        using ScheduleChooser::shownText;
    };
    Closed chooser(ScheduleChooser::Labels::Titles);
    chooser.setName(QStringLiteral("interleaved"));
    QCOMPARE(chooser.shownText(), QStringLiteral("Interleaved 1F1B"));
    QCOMPARE(chooser.toolTip(), QStringLiteral("Interleaved 1F1B (virtual pipeline)"));
    chooser.setName(QStringLiteral("custom"));
    QCOMPARE(chooser.shownText(), QStringLiteral("By hand"));
}

void tst_Design::choosingAScheduleSetsItsChunksAndIsOneUndo()
{
    Document document;
    auto start = fourRanks("1f1b");
    start.parallel.chunks = 1;
    document.start(start);
    StrategyEditor editor(document);
    auto* chooser = editor.findChild<ScheduleChooser*>();
    choose(chooser, chooser->findData(QStringLiteral("zbv")));
    QCOMPARE(document.strategy().schedule.name, std::string("zbv"));
    QCOMPARE(strategy::shapeOf(document.strategy()).chunks, 2);
    QVERIFY(document.problems().empty());
    auto* chunks = named<QSpinBox>(editor, QStringLiteral("Chunks"));
    QVERIFY(chunks->text().contains(QLatin1Char('2')));
    document.undoStack().undo();
    QVERIFY(document.strategy() == start);
}

void tst_Design::optionsShowWhereTheyMeanSomething()
{
    Document document;
    document.start(fourRanks("1f1b"));
    StrategyEditor editor(document);
    auto* group = named<QSpinBox>(editor, QStringLiteral("Group"));
    auto* most = named<QSpinBox>(editor, QStringLiteral("Max in flight"));
    QVERIFY(group->isHidden() || group->parentWidget()->isHidden());
    auto* chooser = editor.findChild<ScheduleChooser*>();
    choose(chooser, chooser->findData(QStringLiteral("zb-auto")));
    QVERIFY(!most->parentWidget()->isHidden());
    most->setValue(6);
    QCOMPARE(document.strategy().schedule.options.maxInFlight, 6);
    choose(chooser, chooser->findData(QStringLiteral("interleaved")));
    QVERIFY(!group->parentWidget()->isHidden());
    QVERIFY(most->parentWidget()->isHidden());
    QVERIFY(!document.strategy().schedule.options.maxInFlight);
}

void tst_Design::stageCostsAreEditedPastedFilledAndUndone()
{
    Document document;
    document.start(fourRanks("1f1b"));
    CostDialog dialog(document);
    auto* table = named<NumberTable>(dialog, QStringLiteral("Costs of the stages"));
    QCOMPARE(table->model()->rowCount(), 1);
    choose(named<QComboBox>(dialog, QStringLiteral("Stages")), 1);
    QCOMPARE(table->model()->rowCount(), 4);
    QVERIFY(table->model()->setData(table->model()->index(2, 0), QStringLiteral("2.5")));
    QCOMPARE(document.strategy().costs->stages[2].forward, plan::Nanoseconds{2500});
    QVERIFY(!table->model()->setData(table->model()->index(2, 0), QStringLiteral("a lot")));

    table->setCurrentIndex(table->model()->index(0, 1));
    QGuiApplication::clipboard()->setText(QStringLiteral("10\t20\n11\t21\n12\t22\n13\t23\n"));
    named<QPushButton>(dialog, QStringLiteral("Paste"))->click();
    QCOMPARE(document.strategy().costs->stages[3].weightGrad, plan::Nanoseconds{23000});
    const strategy::Strategy pasted = document.strategy();

    table->selectColumn(3);
    table->model()->setData(table->model()->index(0, 3), 4);
    named<QPushButton>(dialog, QStringLiteral("Fill down"))->click();
    for (const plan::StageCosts& stage : document.strategy().costs->stages)
        QCOMPARE(stage.recompute, plan::Nanoseconds{4000});
    document.undoStack().undo();
    document.undoStack().undo();
    QVERIFY(document.strategy() == pasted);
    while (document.undoStack().canUndo())
        document.undoStack().undo();
    QVERIFY(document.strategy() == fourRanks("1f1b"));
    QCOMPARE(table->model()->rowCount(), 1);
}

void tst_Design::aSheetOfNumbersIsAModel()
{
    NumberTableModel model({{QStringLiteral("a"), {}}, {QStringLiteral("b"), {}}},
                           QStringLiteral("row %1"), 0, 100);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({{1, 2}, {3, 4}, {5, 6}});
    QVERIFY(model.setData(model.index(1, 0), QStringLiteral("7")));
    QVERIFY(!model.setData(model.index(1, 0), QStringLiteral("700")));
    QVERIFY(!model.paste(QStringLiteral("8\t9\n10\t11"), {0, 0, 1, 1}));
    model.fillDown({0, 1, 2, 1});
    QCOMPARE(model.rows(), (NumberRows{{8, 9}, {10, 9}, {5, 9}}));
    model.setRows({{1, 2}});
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
}

void tst_Design::undoInAnOpenCellIsOfItsTypingThenOfTheStrategy()
{
    Document document;
    document.start(fourRanks("1f1b"));
    CostDialog dialog(document);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    auto* table = named<NumberTable>(dialog, QStringLiteral("Costs of the stages"));
    QVERIFY(table->model()->setData(table->model()->index(0, 0), 7));
    const strategy::Strategy seven = document.strategy();
    table->edit(table->model()->index(0, 0));
    auto* cell = table->findChild<QLineEdit*>();
    QVERIFY(cell);
    const auto press
        = [&cell](Qt::KeyboardModifiers keys) { QTest::keyClick(cell, Qt::Key_Z, keys); };
    QTest::keyClicks(cell, QStringLiteral("12"));
    QCOMPARE(cell->text(), QStringLiteral("12"));
    press(Qt::ControlModifier);
    QCOMPARE(cell->text(), QStringLiteral("7"));
    QVERIFY(document.strategy() == seven);
    press(Qt::ControlModifier);
    QVERIFY(document.strategy() == fourRanks("1f1b"));
    QCOMPARE(cell->text(),
             table->model()->index(0, 0).data().toString()); // and what is open follows
    QTest::keyClick(cell, Qt::Key_Return);
    QVERIFY(document.strategy() == fourRanks("1f1b")); // nothing is written back
    QVERIFY(document.undoStack().canRedo());
}

void tst_Design::aHopIsATimeOrALink()
{
    Document document;
    document.start(fourRanks("1f1b"));
    CostDialog dialog(document);
    auto* way = named<QComboBox>(dialog, QStringLiteral("How a hop is given"));
    named<QDoubleSpinBox>(dialog, QStringLiteral("Time of a hop"))->setValue(3);
    QCOMPARE(document.strategy().costs->hop(0), plan::Nanoseconds{3000});
    choose(way, 1);
    QVERIFY(document.strategy().costs->link);
    QCOMPARE(document.strategy().costs->hop(0), plan::Nanoseconds{3000});
    named<QDoubleSpinBox>(dialog, QStringLiteral("Bandwidth"))->setValue(1);
    named<QDoubleSpinBox>(dialog, QStringLiteral("Activation"))->setValue(1);
    QCOMPARE(document.strategy().costs->hop(0), plan::Nanoseconds{1'051'576});
    choose(way, 2);
    QCOMPARE(document.strategy().costs->hops.size(), 3u);
    QCOMPARE(document.strategy().costs->hops[2], plan::Nanoseconds{1'051'576});
    QVERIFY(document.problems().empty());
    choose(way, 0);
    QCOMPARE(document.strategy().costs->transfer, plan::Nanoseconds{1'051'576});
}

void tst_Design::ranksDifferAndProblemsStandInTheirGroup()
{
    Document document;
    document.start(fourRanks("1f1b"));
    CostDialog dialog(document);
    auto* differ = named<QCheckBox>(dialog, QStringLiteral("Some ranks are slower or faster"));
    differ->click();
    auto* table = named<NumberTable>(dialog, QStringLiteral("Factors of the ranks"));
    QCOMPARE(table->model()->rowCount(), 4);
    QVERIFY(table->model()->setData(table->model()->index(1, 0), 1.5));
    QCOMPARE(document.strategy().costs->rankFactors, (std::vector<double>{1, 1.5, 1, 1}));
    named<QDoubleSpinBox>(dialog, QStringLiteral("Pair overlap"))->setValue(25);
    QCOMPARE(document.strategy().costs->pairOverlap, 0.25);

    strategy::Strategy six = document.strategy();
    six.parallel.pipeline = 6;
    document.edit(QString(), QString(), six);
    auto* group = named<QLabel>(dialog, QStringLiteral("Ranks"));
    QVERIFY(!group->text().isEmpty());
    named<QPushButton>(dialog, QStringLiteral("Make it 6 ranks"))->click();
    QVERIFY(group->text().isEmpty());
    QVERIFY(document.problems().empty());
}

void tst_Design::aSearchLeavesTheWindowAnswering()
{
    Document document;
    strategy::Strategy searched = fourRanks("zb-auto");
    searched.batch.global = 64;
    document.start(searched);
    QVERIFY(document.isPredicting()); // the answer comes through the event loop
    searched.batch.global = 65;
    document.edit(QString(), QString(), searched);
    QTRY_VERIFY_WITH_TIMEOUT(document.isPredictionCurrent(), 60'000);
    QCOMPARE(document.prediction()->schedule->shape.microbatches, 65);
    QVERIFY(!document.isPredicting());
}

void tst_Design::causesComeBehindThePicture()
{
    Document document;
    QSignalSpy known(&document, &Document::causesChanged);
    document.start(fourRanks("1f1b"));
    QTRY_VERIFY(document.isPredictionCurrent());
    QTRY_COMPARE(known.count(), 1);
    QVERIFY(document.causes() && document.causes()->of == document.prediction());
    QCOMPARE(document.causes()->critical.computing, plan::Nanoseconds{33'000});
    document.edit(QString(), QString(), fourRanks("gpipe"));
    QTRY_COMPARE(known.count(), 2);
    QVERIFY(document.causes()->of == document.prediction());
}

QTEST_MAIN(tst_Design)
#include "tst_design.moc"
