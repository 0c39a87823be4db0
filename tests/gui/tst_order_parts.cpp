// Ops of an order that is made by hand: pairs of them, parts of them, and the order as a file.

#include "tests/gui/by_hand.h"

#include <QDropEvent>
#include <QLabel>
#include <QMimeData>

using namespace gui;
using namespace gui::test;

class tst_OrderParts : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void aFusedPairMovesAsOne();
    void aForwardAndABackwardAreFused();
    void aBackwardIsSplitAndJoined();
    void csvIsSavedAndOpened();
    void aCsvDroppedOntoTheWindowIsTheOrder();
};

void tst_OrderParts::aFusedPairMovesAsOne()
{
    strategy::Strategy dual = oneFOneB(4, 16);
    dual.schedule.name = "dualpipe";
    ByHand window(dual);
    const plan::Schedule schedule = *window.document.prediction()->schedule; // outlives it
    const plan::Pairs& pairs = schedule.pairsOf(0);
    QVERIFY(pairs.size() > 2);
    int moved = 0;
    for (const std::uint32_t pair : pairs) {
        const plan::Op first = schedule.order[0][pair];
        window.edit().moveBy(0, first, 1);
        if (!window.document.undoStack().canUndo())
            continue;
        ++moved;
        const auto now = strategy::customSchedule(window.document.strategy());
        QVERIFY2(now, now ? "" : now.error().message.c_str());
        QCOMPARE(now->pairsOf(0).size(), pairs.size());
        const auto place = std::find(now->order[0].begin(), now->order[0].end(), first);
        const auto at = static_cast<std::uint32_t>(place - now->order[0].begin());
        QVERIFY(std::binary_search(now->pairsOf(0).begin(), now->pairsOf(0).end(), at));
        window.document.undoStack().undo();
        QCOMPARE(window.document.strategy(), dual);
        window.settle();
    }
    QVERIFY(moved > 0);
}

void tst_OrderParts::aForwardAndABackwardAreFused()
{
    ByHand window(oneFOneB(2, 4));
    QVERIFY(QTest::qWaitForWindowActive(&window.window));
    QVERIFY(!window.action("schedule.fuse")->isEnabled()); // nothing is selected
    const strategy::Strategy before = window.document.strategy();
    // Rank 0: 0F0 0F1 0B0 0F2 0B1 0F3 0B2 0B3.
    window.area().viewState().setSelected(OpRef{0, 0, op("0B0")});
    QTest::keyClick(window.canvas, Qt::Key_J, Qt::ControlModifier);
    QVERIFY2(orderOf(window.document, 0).starts_with("0F0,0F1,(0F2;0B0)OVERLAP_F_B,0B1"),
             orderOf(window.document, 0).c_str());
    QVERIFY(window.document.problems().empty());
    window.settle();
    QCOMPARE(window.document.prediction()->schedule->pairsOf(0), plan::Pairs{2});
    // The pair is not split before it is apart.
    window.action("schedule.split")->trigger();
    QVERIFY(window.bar().isWarning());
    QCOMPARE(window.bar().sentence(),
             QStringLiteral("0B0 belongs to a fused pair; take that apart first"));
    window.action("schedule.fuse")->trigger();
    QVERIFY(orderOf(window.document, 0).starts_with("0F0,0F1,0F2,0B0,0B1"));
    window.document.undoStack().undo();
    window.document.undoStack().undo();
    QCOMPARE(window.document.strategy(), before);
    // Two forwards make no pair.
    window.settle();
    window.area().viewState().setSelected(OpRef{0, 0, op("0F0")});
    window.action("schedule.fuse")->trigger();
    QVERIFY(window.bar().isWarning());
    QCOMPARE(window.document.strategy(), before);
    window.area().viewState().setSelected(OpRef{0, 0, op("0B3")});
    window.action("schedule.fuse")->trigger();
    QVERIFY2(window.bar().sentence().startsWith(QStringLiteral("0B3 is the last op of rank 0")),
             qPrintable(window.bar().sentence()));
}

void tst_OrderParts::aBackwardIsSplitAndJoined()
{
    ByHand window(oneFOneB(2, 4));
    QVERIFY(QTest::qWaitForWindowActive(&window.window));
    window.area().viewState().setSelected(OpRef{0, 0, op("0B0")});
    QTest::keyClick(window.canvas, Qt::Key_J, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY2(orderOf(window.document, 0).starts_with("0F0,0F1,0I0,0W0,0F2"),
             orderOf(window.document, 0).c_str());
    QVERIFY(window.document.problems().empty());
    window.settle();
    // What stands in its place is selected, and so the same key takes it back.
    QCOMPARE(window.area().viewState().selected()->op, op("0I0"));
    // The weights' part may wait.
    window.edit().moveBy(0, op("0W0"), 1);
    QVERIFY(orderOf(window.document, 0).starts_with("0F0,0F1,0I0,0F2,0W0"));
    QTest::keyClick(window.canvas, Qt::Key_J, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY2(orderOf(window.document, 0).starts_with("0F0,0F1,0B0,0F2,0B1"),
             orderOf(window.document, 0).c_str());
    QCOMPARE(window.document.undoStack().count(), 3);
    window.area().viewState().setSelected(OpRef{0, 0, op("0F2")});
    window.action("schedule.split")->trigger();
    QCOMPARE(window.bar().sentence(),
             QStringLiteral("0F2 is a forward; only a backward has two parts"));
    QCOMPARE(window.document.undoStack().count(), 3);
}

void tst_OrderParts::csvIsSavedAndOpened()
{
    ByHand window(oneFOneB(2, 4));
    window.edit().moveBy(0, op("0F2"), -1);
    const auto byHand = strategy::customSchedule(window.document.strategy());
    const QString path = window.program.directory.filePath(QStringLiteral("hand.csv"));
    QVERIFY(!window.edit().saveCsv(path));
    QVERIFY(contentsOf(path).startsWith(QStringLiteral("0F0,0F1,0F2,0B0,")));
    QVERIFY(window.edit().saveCsv(QStringLiteral("/nowhere/hand.csv")));

    window.document.start(oneFOneB(4, 8));
    QVERIFY(!window.edit().openCsv(path));
    QCOMPARE(window.document.strategy().parallel.pipeline, 2);
    QCOMPARE(window.document.strategy().batch.global, 4);
    QVERIFY(window.document.problems().empty());
    QVERIFY(strategy::customSchedule(window.document.strategy())->order == byHand->order);
    QCOMPARE(window.document.undoStack().count(), 1);

    const strategy::Strategy before = window.document.strategy();
    const QString broken = window.saved(QStringLiteral("0F0,0Q0\n"));
    const auto why = window.edit().openCsv(broken);
    QVERIFY(why && why->contains(QStringLiteral("row 1, column 2")));
    QCOMPARE(window.document.strategy(), before);
}

void tst_OrderParts::aCsvDroppedOntoTheWindowIsTheOrder()
{
    ByHand window(oneFOneB(2, 4));
    const auto fileOf = [&window](const char* name, const char* text) {
        QFile file(window.program.directory.filePath(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    };
    const auto drop = [&window](const QString& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window.window, &enter);
        QDropEvent event({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window.window, &event);
    };
    drop(fileOf("hand.CSV", "0F0,0F1,0B0,0B1\r\n1F0,1B0,1F1,1B1\r\n"));
    QCOMPARE(window.workspace.count(), 1);
    QTRY_COMPARE(orderOf(window.document, 0), std::string("0F0,0F1,0B0,0B1"));
    QCOMPARE(window.document.strategy().batch.global, 2);
    const strategy::Strategy before = window.document.strategy();
    drop(fileOf("bad.csv", "0F0,0Q0\r\n"));
    QTRY_VERIFY2(window.area().failure().contains(QStringLiteral("row 1, column 2")),
                 qPrintable(window.area().failure()));
    QCOMPARE(window.document.strategy(), before);
    // No strategy is in front.
    window.action("file.new")->trigger();
    drop(fileOf("hand.csv", "0F0,0B0\r\n"));
    QCOMPARE(window.document.strategy(), before);
    QCOMPARE(window.workspace.count(), 2);
    bool isSaid = false;
    for (const auto* label : window.window.sheet()->findChildren<QLabel*>())
        isSaid
            = isSaid || (label->isVisible() && label->text().contains(QStringLiteral("hand.csv")));
    QVERIFY(isSaid);
}

QTEST_MAIN(tst_OrderParts)
#include "tst_order_parts.moc"
