// Editing the schedule by hand: with the mouse and with keys, what is legal, and what is kept of
// it.

#include "tests/gui/by_hand.h"

#include "engine/plan/catalog.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/file.h"
#include "engine/strategy/schedule_fit.h"
#include "engine/strategy/yaml.h"
#include "gui/runs/launch_dialog.h"
#include "gui/text/number_format.h"
#include "tests/gui/named.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QPushButton>
#include <QRandomGenerator>
#include <QToolButton>

using namespace gui;
using namespace gui::test;

class tst_OrderByHand : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void isOffAtFirst();
    void anOpIsDraggedWithinItsRange();
    void whatIsInTheWayIsSaid();
    void escapeTakesADragBack();
    void onlyTheLeftButtonDrops();
    void keysMoveTheOpSelected();
    void aLimitOfWhatIsInFlightHolds();
    void anotherScheduleIsChosenInstead();
    void itCanBeLaunched();
    void everyEditKeepsItLegalAndIsTakenBack();
    void theCommandLineSaysTheSame();
};

void tst_OrderByHand::isOffAtFirst()
{
    Opened opened;
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    QVERIFY(!opened.sheet.orderMode().isOn());
    QVERIFY(opened.sheet.orderMode().bar().isHidden());
    opened.action("schedule.edit")->trigger();
    QVERIFY(!opened.sheet.orderMode().bar().isHidden());
    QVERIFY(opened.area().panel().orderGesture().isOn());
    for (auto* button : opened.sheet.orderMode().bar().findChildren<QToolButton*>()) {
        QVERIFY(!button->accessibleName().isEmpty());
        if (button->text() == QStringLiteral("Done"))
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QCOMPARE(QApplication::focusWidget(), opened.area().panel().focusProxy());
    QVERIFY(!opened.sheet.orderMode().isOn());
    QVERIFY(!opened.action("schedule.edit")->isChecked());

    // Of the timeline alone.
    opened.action("view.layers")->trigger();
    opened.action("schedule.edit")->trigger();
    QVERIFY(opened.area().isVisible());
    QVERIFY(opened.sheet.orderMode().isOn());
    opened.action("view.layers")->trigger();
    QVERIFY(!opened.sheet.orderMode().isOn());
    QVERIFY(opened.sheet.orderMode().bar().isHidden());

    strategy::Strategy wrong = opened.document.strategy();
    wrong.schedule.name = "none";
    opened.document.edit(QStringLiteral("x"), QStringLiteral("x"), wrong);
    QVERIFY(!opened.action("schedule.edit")->isEnabled());
}

void tst_OrderByHand::anOpIsDraggedWithinItsRange()
{
    ByHand window(oneFOneB(2, 4));
    // Rank 0: 0F0 0F1 0B0 0F2 0B1 0F3 0B2 0B3.
    const QPoint from = window.placeOf("0F2");
    const QPoint before = window.placeOf("0F1");
    window.dragTo(from, before - QPoint(2, 0));
    QVERIFY(window.edit().targets());
    QCOMPARE(window.document.strategy().schedule.name, std::string("custom"));
    QVERIFY(window.edit().refusal().isEmpty());
    QVERIFY(!window.bar().isWarning());
    window.settle(); // while it is held the numbers follow
    QCOMPARE(window.document.prediction()->strategy, window.document.strategy());
    window.drop(before);
    QVERIFY(!window.edit().targets());
    QVERIFY(orderOf(window.document, 0).starts_with("0F0,0F2,0F1,0B0")
            || orderOf(window.document, 0).starts_with("0F0,0F1,0F2,0B0"));
    QCOMPARE(window.document.undoStack().count(), 1);
    window.document.undoStack().undo();
    QCOMPARE(window.document.strategy(), oneFOneB(2, 4));
}

void tst_OrderByHand::whatIsInTheWayIsSaid()
{
    ByHand window(oneFOneB(2, 4));
    const QPoint from = window.placeOf("0B2");
    const QPoint first = window.placeOf("0F0");
    window.dragTo(from, first - QPoint(4, 0));
    QVERIFY2(window.edit().refusal().startsWith(QStringLiteral("0B2 ")),
             qPrintable(window.edit().refusal()));
    QVERIFY(window.bar().isWarning());
    QCOMPARE(window.bar().sentence(), window.edit().refusal());
    window.drop(first);
    // As early as it can: behind its own forward, whatever lies between.
    const auto schedule = strategy::scheduleOf(window.document.strategy());
    QVERIFY(plan::violations(*schedule).empty());
    QVERIFY(window.document.problems().empty());
    QVERIFY(window.document.undoStack().count() <= 1);
}

void tst_OrderByHand::escapeTakesADragBack()
{
    ByHand window(oneFOneB(2, 4));
    const QPoint from = window.placeOf("0F2");
    const QPoint to = window.placeOf("0F1");
    window.dragTo(from, to - QPoint(2, 0));
    QVERIFY(window.document.strategy() != oneFOneB(2, 4));
    QTest::keyClick(window.canvas, Qt::Key_Escape);
    QCOMPARE(window.document.strategy(), oneFOneB(2, 4));
    QVERIFY(!window.document.undoStack().canUndo());
    QVERIFY(!window.document.isModified());
    window.drop(to); // nobody holds anything
    QCOMPARE(window.document.strategy(), oneFOneB(2, 4));
}

void tst_OrderByHand::onlyTheLeftButtonDrops()
{
    ByHand window(oneFOneB(2, 4));
    const QPoint from = window.placeOf("0F2");
    const QPoint to = window.placeOf("0F1") - QPoint(2, 0);
    window.dragTo(from, to);
    QTest::mousePress(window.canvas, Qt::MiddleButton, {}, to);
    QTest::mouseRelease(window.canvas, Qt::MiddleButton, {}, to);
    QVERIFY(window.edit().targets()); // it is still held
    QTest::mousePress(window.canvas, Qt::RightButton, {}, to);
    QVERIFY(!window.edit().targets());
    QCOMPARE(window.document.strategy(), oneFOneB(2, 4));
    QVERIFY(!window.document.undoStack().canUndo());
    QTest::mouseRelease(window.canvas, Qt::RightButton, {}, to);
    window.drop(to);
    QCOMPARE(window.document.strategy(), oneFOneB(2, 4));
}

void tst_OrderByHand::keysMoveTheOpSelected()
{
    ByHand window(oneFOneB(2, 4));
    window.area().viewState().setSelected(OpRef{0, 0, op("0F2")});
    QTest::keyClick(window.canvas, Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(orderOf(window.document, 0).starts_with("0F0,0F1,0F2,0B0,"));
    // At once, before that is predicted.
    QTest::keyClick(window.canvas, Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(orderOf(window.document, 0).starts_with("0F0,0F2,0F1,0B0,"));
    QCOMPARE(window.document.undoStack().count(), 2);
    QTest::keyClick(window.canvas, Qt::Key_Right, Qt::ControlModifier);
    QVERIFY(orderOf(window.document, 0).starts_with("0F0,0F1,0F2,0B0,"));
    window.document.undoStack().undo();
    QVERIFY(orderOf(window.document, 0).starts_with("0F0,0F2,0F1,0B0,"));

    window.area().viewState().setSelected(OpRef{0, 0, op("0F0")});
    QTest::keyClick(window.canvas, Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(window.bar().sentence(), QStringLiteral("0F0 is the first op of rank 0"));
    // 1F0 needs 0F0, and 0B0 needs 1B0: the last forward before its backward stays before it.
    window.area().viewState().setSelected(OpRef{0, 1, op("1B0")});
    QTest::keyClick(window.canvas, Qt::Key_Left, Qt::ControlModifier);
    QVERIFY2(window.bar().sentence().startsWith(QStringLiteral("1B0 ")),
             qPrintable(window.bar().sentence()));
    QVERIFY(orderOf(window.document, 1).starts_with("1F0,1B0,"));
    QVERIFY(window.document.problems().empty());
}

void tst_OrderByHand::aLimitOfWhatIsInFlightHolds()
{
    strategy::Strategy limited = strategy::withOrder(
        oneFOneB(2, 4), *plan::makeSchedule("1f1b", {.ranks = 2, .microbatches = 4}));
    limited.schedule.options.maxInFlight = 2;
    ByHand window(limited);
    window.area().viewState().setSelected(OpRef{0, 0, op("0F2")});
    QTest::keyClick(window.canvas, Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(window.document.strategy(), limited);
    QVERIFY2(window.bar().sentence().contains(QStringLiteral("2")),
             qPrintable(window.bar().sentence()));
    QVERIFY(window.bar().isWarning());
    QVERIFY(window.edit().take(0, op("0F2")));
    QCOMPARE(window.edit().targets()->first, std::size_t{3});
    window.edit().release();
}

void tst_OrderByHand::anotherScheduleIsChosenInstead()
{
    ByHand window(oneFOneB(2, 4));
    window.edit().moveBy(0, op("0F2"), -1);
    QCOMPARE(window.document.strategy().schedule.name, std::string("custom"));
    window.edit().reset(QStringLiteral("gpipe"));
    QCOMPARE(window.document.strategy().schedule.name, std::string("gpipe"));
    QVERIFY(window.document.strategy().schedule.order.empty());
    window.document.undoStack().undo();
    QCOMPARE(window.document.strategy().schedule.name, std::string("custom"));
}

void tst_OrderByHand::itCanBeLaunched()
{
    ByHand window(oneFOneB(2, 4));
    window.edit().moveBy(0, op("0F2"), -1);
    window.settle();
    auto* run = named<QToolButton>(window.bar(), QStringLiteral("Run the strategy in this order"));
    QVERIFY(run);
    QTRY_VERIFY(run->isEnabled());
    QVERIFY(!run->toolTip().isEmpty());
    run->click();
    auto* dialog = window.window.findChild<LaunchDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QPushButton* start = nullptr;
    for (auto* button : dialog->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Start"))
            start = button;
    QVERIFY(start);
    QTRY_VERIFY(start->isEnabled());
    start->click();
    // The program is given a file with this order.
    QString command;
    const auto isTold = [&] {
        for (const QString& line : contentsOf(window.program.told()).split(QLatin1Char('\n')))
            if (line.contains(QStringLiteral("--detach")))
                command = line;
        return !command.isEmpty();
    };
    QTRY_VERIFY(isTold());
    const auto read = strategy::readStrategyFile(window.program.given().toStdString());
    QVERIFY2(read.strategy, qPrintable(command));
    QCOMPARE(*read.strategy, window.document.strategy());
    QCOMPARE(read.strategy->schedule.order.rows()[0],
             std::string("0F0 0F1 0F2 0B0 0B1 0F3 0B2 0B3"));
}

void tst_OrderByHand::everyEditKeepsItLegalAndIsTakenBack()
{
    QRandomGenerator random(5);
    int edits = 0;
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        strategy::Strategy begun = oneFOneB(4, 8);
        begun.schedule.name = entry->name;
        if (!strategy::whyNot(begun, begun.schedule.name).empty())
            continue;
        begun = strategy::withSchedule(begun, begun.schedule.name);
        Document document;
        document.start(begun);
        QTRY_VERIFY(document.isPredictionCurrent());
        const std::string text = strategy::writeStrategy(document.strategy());
        OrderEdit edit(document);
        for (int step = 0; step < 40; ++step) {
            const auto schedule = strategy::customSchedule(document.strategy());
            const plan::Schedule& now = schedule ? *schedule : *document.prediction()->schedule;
            const int rank = random.bounded(now.shape.ranks);
            const auto& order = now.order[static_cast<std::size_t>(rank)];
            const auto any = [&] {
                return static_cast<std::size_t>(random.bounded(static_cast<int>(order.size())));
            };
            const plan::Op op = order[any()];
            if (step % 3 == 0) {
                edit.moveBy(rank, op, random.bounded(2) == 0 ? -1 : 1);
            } else if (edit.take(rank, op)) {
                edit.moveTo(any());
                edit.moveTo(any()); // wherever the hand goes
                edit.release();
            }
            QVERIFY2(document.problems().empty(), entry->name.data());
            if (!document.strategy().schedule.order.empty()) {
                const auto after = strategy::customSchedule(document.strategy());
                QVERIFY2(after, after ? "" : after.error().message.c_str());
                QVERIFY(plan::violations(*after).empty());
            }
        }
        edits += document.undoStack().count();
        const strategy::Strategy last = document.strategy();
        while (document.undoStack().canUndo())
            document.undoStack().undo();
        QCOMPARE(strategy::writeStrategy(document.strategy()), text);
        while (document.undoStack().canRedo())
            document.undoStack().redo();
        QCOMPARE(document.strategy(), last);
    }
    QVERIFY2(edits > 200, qPrintable(QString::number(edits)));
}

void tst_OrderByHand::theCommandLineSaysTheSame()
{
    ByHand window(oneFOneB(4, 8));
    window.edit().moveBy(0, op("0F4"), -1);
    window.edit().moveBy(0, op("0F4"), -1);
    window.edit().moveBy(1, op("1B1"), 1);
    window.settle();
    const QString path = window.program.directory.filePath(QStringLiteral("hand.yaml"));
    QVERIFY(!window.document.saveAs(path));
    QProcess plan;
    plan.start(
        QStringLiteral(BUBBLESCOPE_BIN "/bubblescope-plan"),
        {QStringLiteral("simulate"), path, QStringLiteral("--format"), QStringLiteral("json")});
    QVERIFY(plan.waitForFinished());
    const QJsonObject said = QJsonDocument::fromJson(plan.readAllStandardOutput()).object();
    QVERIFY2(plan.exitCode() == 0, plan.readAllStandardError().constData());
    const Prediction& shown = *window.document.prediction();
    QCOMPARE(said[QStringLiteral("schedule")].toString(), QStringLiteral("custom"));
    QCOMPARE(said[QStringLiteral("makespan_us")].toDouble(),
             double(shown.timeline->makespan.count()) / 1000);
    QCOMPARE(said[QStringLiteral("bubble_fraction")].toDouble(), shown.bubbleFraction);
    // And that is what the verdict shows.
    QTRY_VERIFY(window.sheet.verdict().numbers.size() > 1 && !window.sheet.verdict().isStale);
    QCOMPARE(window.sheet.verdict().numbers[0].value, stepTime(shown.timeline->makespan));
    QCOMPARE(window.sheet.verdict().numbers[1].value, percent(shown.bubbleFraction));
}

QTEST_MAIN(tst_OrderByHand)
#include "tst_order_by_hand.moc"
