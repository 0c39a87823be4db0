// The layers on the devices: what is drawn, and dividing them anew with the mouse and with keys.

#include "tests/gui/divided.h"
#include "tests/gui/opened.h"

#include "engine/strategy/yaml.h"

#include <QImage>
#include <QLabel>
#include <QRandomGenerator>
#include <QToolButton>

using namespace gui;
using namespace gui::test;

using List = std::vector<int>;

class tst_LayersOnDevices : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void stagesStandOnTheirRanks();
    void aBoundaryIsDragged();
    void aBoundaryIsMovedByKeys();
    void aLayerIsDraggedToAnotherStage();
    void aLayerIsDraggedToAnotherRank();
    void stagesAreChosenAndChangedByKeys();
    void whatIsNotLegalIsSaid();
    void everythingIsOneGesture();
    void aStageOfTwoDirectionsStandsTwice();
    void withoutAModelThereAreNone();
    void itIsAViewOfTheWindow();
};

void tst_LayersOnDevices::stagesStandOnTheirRanks()
{
    Divided view(interleaved());
    LayerGrid& grid = view.page.grid();
    for (int stage = 0; stage < 8; ++stage) {
        const QRectF box = grid.stageBox(stage);
        const QRectF head = grid.headBox(stage % 4);
        QVERIFY(box.left() >= head.left() && box.right() <= head.right());
        QVERIFY(stage < 4 || box.top() > grid.stageBox(stage - 4).bottom());
        QVERIFY(grid.rect().contains(box.toRect()));
    }
    grid.setStage(4);
    QCOMPARE(grid.accessibleDescription(), QStringLiteral("Stage 4, rank 0, 2 layers: 9 to 10"));
    LayerStrip& strip = view.page.strip();
    for (int stage = 1; stage < 8; ++stage)
        QCOMPARE(strip.stageBox(stage).left(), strip.stageBox(stage - 1).right());
    QVERIFY(!strip.accessibleName().isEmpty() && !grid.accessibleName().isEmpty());
}

void tst_LayersOnDevices::aBoundaryIsDragged()
{
    Divided view(interleaved());
    LayerStrip& strip = view.page.strip();
    const QPoint from(static_cast<int>(strip.boundaryX(1)), strip.height() / 2);
    const QPoint to = from - QPoint(static_cast<int>(strip.layerWidth() * 1.1), 0);
    QTest::mousePress(&strip, Qt::LeftButton, {}, from);
    QTest::mouseMove(&strip, to);
    QVERIFY((view.layers() == List{2, 1, 3, 2, 2, 2, 2, 2}));
    QTRY_VERIFY(view.document.isPredictionCurrent()); // while it is held
    QCOMPARE(view.document.prediction()->strategy, view.document.strategy());
    QTest::mouseMove(&strip, from);
    QCOMPARE(view.document.strategy(), interleaved()); // where it began: dealt alike
    QTest::mouseMove(&strip, to);
    QTest::mouseRelease(&strip, Qt::LeftButton, {}, to);
    QVERIFY((view.layers() == List{2, 1, 3, 2, 2, 2, 2, 2}));
    QCOMPARE(view.document.undoStack().count(), 1);
    view.document.undoStack().undo();
    QCOMPARE(view.document.strategy(), interleaved());

    QTest::mousePress(&strip, Qt::LeftButton, {}, from);
    QTest::mouseMove(&strip, to);
    QTest::keyClick(&strip, Qt::Key_Escape);
    QCOMPARE(view.document.strategy(), interleaved());
    QTest::mouseRelease(&strip, Qt::LeftButton, {}, to);
    QVERIFY(!view.document.undoStack().canUndo());
}

void tst_LayersOnDevices::aBoundaryIsMovedByKeys()
{
    Divided view(interleaved());
    LayerStrip& strip = view.page.strip();
    QCOMPARE(strip.boundary(), 0);
    QTest::keyClick(&strip, Qt::Key_Right);
    QTest::keyClick(&strip, Qt::Key_Right);
    QCOMPARE(strip.boundary(), 2);
    QVERIFY(strip.accessibleDescription().contains(QStringLiteral("Stage 3, rank 3")));
    QTest::keyClick(&strip, Qt::Key_Right, Qt::ControlModifier);
    QVERIFY((view.layers() == List{2, 2, 3, 1, 2, 2, 2, 2}));
    QTest::keyClick(&strip, Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(view.layers().empty());
    QCOMPARE(view.document.undoStack().count(), 2);
    QTest::keyClick(&strip, Qt::Key_End);
    QCOMPARE(strip.boundary(), 6);
    QTest::keyClick(&strip, Qt::Key_Home);
    QTest::keyClick(&strip, Qt::Key_Left);
    QCOMPARE(strip.boundary(), 0);
}

void tst_LayersOnDevices::aLayerIsDraggedToAnotherStage()
{
    Divided view(interleaved());
    view.dragLayer(view.middleOf(2), view.middleOf(5));
    QVERIFY((view.layers() == List{2, 2, 1, 2, 2, 3, 2, 2}));
    QCOMPARE(view.document.undoStack().count(), 1);
    auto* even = view.page.findChild<QToolButton*>();
    QVERIFY(even->isEnabled());
    even->click();
    QCOMPARE(view.document.strategy(), interleaved());
    QVERIFY(!even->isEnabled());
    // Beside every stage it is nobody's: it stays.
    view.dragLayer(view.middleOf(2), {2, view.page.grid().height() - 2});
    QCOMPARE(view.document.strategy(), interleaved());
}

// 5 and 3 layers on two ranks of two chunks are 3, 2, 2, 1 in the order of the stages.
void tst_LayersOnDevices::aLayerIsDraggedToAnotherRank()
{
    strategy::Strategy two = interleaved();
    two.model->layers = 8;
    two.parallel.pipeline = 2;
    Divided view(two);
    view.dragLayer(view.middleOf(1), view.page.grid().headBox(0).center().toPoint());
    QVERIFY((view.document.strategy().parallel.layersPerRank == List{5, 3}));
    QVERIFY(view.layers().empty());
    QVERIFY(view.page.grid().stageBox(0).height() > view.page.grid().stageBox(2).height());
    // A rank keeps a layer for each of its chunks.
    view.dragLayer(view.middleOf(1), view.page.grid().headBox(0).center().toPoint());
    QVERIFY((view.document.strategy().parallel.layersPerRank == List{6, 2}));
    view.dragLayer(view.middleOf(1), view.page.grid().headBox(0).center().toPoint(), false);
    QVERIFY((view.document.strategy().parallel.layersPerRank == List{6, 2}));
    QVERIFY2(!view.page.sentence().startsWith(QStringLiteral("Drag")),
             qPrintable(view.page.sentence()));
    QTest::keyClick(&view.page.grid(), Qt::Key_Escape);
    QVERIFY((view.document.strategy().parallel.layersPerRank == List{6, 2}));
    QVERIFY(view.document.problems().empty());
}

void tst_LayersOnDevices::stagesAreChosenAndChangedByKeys()
{
    Divided view(interleaved());
    LayerGrid& grid = view.page.grid();
    QCOMPARE(grid.stage(), 0);
    QTest::keyClick(&grid, Qt::Key_Right);
    QTest::keyClick(&grid, Qt::Key_Down);
    QCOMPARE(grid.stage(), 5);
    QTest::keyClick(&grid, Qt::Key_Left, Qt::ControlModifier);
    QVERIFY((view.layers() == List{2, 2, 2, 2, 3, 1, 2, 2}));
    QTest::keyClick(&grid, Qt::Key_Left, Qt::ControlModifier); // its last
    QVERIFY((view.layers() == List{2, 2, 2, 2, 3, 1, 2, 2}));
    QVERIFY2(view.page.sentence().startsWith(QStringLiteral("Stage 5 keeps one layer")),
             qPrintable(view.page.sentence()));
    QTest::keyClick(&grid, Qt::Key_Up);
    QCOMPARE(grid.stage(), 1);
}

void tst_LayersOnDevices::whatIsNotLegalIsSaid()
{
    Divided view(interleaved());
    LayerStrip& strip = view.page.strip();
    const QPoint from(static_cast<int>(strip.boundaryX(3)), strip.height() / 2);
    QTest::mousePress(&strip, Qt::LeftButton, {}, from);
    QTest::mouseMove(&strip, from + QPoint(strip.width() / 2, 0));
    QVERIFY((view.layers() == List{2, 2, 2, 3, 1, 2, 2, 2})); // as far as it goes
    QVERIFY(view.page.sentence().startsWith(QStringLiteral("Stage 4 keeps one layer")));
    QTest::mouseMove(&strip, from);
    QVERIFY(view.page.sentence().startsWith(QStringLiteral("Drag")));
    QTest::mouseRelease(&strip, Qt::LeftButton, {}, from);
    QCOMPARE(view.document.strategy(), interleaved());
    // The ends of the model hold the embedding and the loss, and may do without layers.
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(&strip, Qt::Key_Left, Qt::ControlModifier);
    strip.setBoundary(0);
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(&strip, Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(view.layers().front(), 0);
    QVERIFY(view.page.sentence().startsWith(QStringLiteral("Stage 0 has no layer left")));
    QVERIFY(view.document.problems().empty());
}

void tst_LayersOnDevices::everythingIsOneGesture()
{
    Divided view(interleaved());
    QRandomGenerator random(7);
    const std::string text = strategy::writeStrategy(view.document.strategy());
    LayerEdit edit(view.document);
    for (int i = 0; i < 200; ++i) {
        const int before = view.document.undoStack().count();
        edit.begin();
        for (int move = 0; move < 3; ++move) {
            const int stage = random.bounded(8);
            switch (random.bounded(3)) {
            case 0:
                edit.moveBoundary(stage, random.bounded(-4, 5));
                break;
            case 1:
                edit.moveLayer(stage, random.bounded(8));
                break;
            default:
                edit.moveToRank(stage, random.bounded(4));
            }
            const plan::LayerSplit& split = edit.cut()->split;
            QCOMPARE(split.layers(), 16LL);
            QVERIFY(view.document.problems().empty());
        }
        edit.end();
        QVERIFY(view.document.undoStack().count() <= before + 1);
    }
    QVERIFY(view.document.undoStack().count() > 50);
    while (view.document.undoStack().canUndo())
        view.document.undoStack().undo();
    QCOMPARE(strategy::writeStrategy(view.document.strategy()), text);
}

void tst_LayersOnDevices::aStageOfTwoDirectionsStandsTwice()
{
    strategy::Strategy dual = llama();
    dual.schedule.name = "dualpipe";
    dual.parallel.chunks = 0;
    dual.batch.global = 64;
    Divided view(dual);
    QTRY_VERIFY(view.document.isPredictionCurrent());
    LayerGrid& grid = view.page.grid();
    QVERIFY(grid.headBox(0).left() <= grid.stageBox(0).left());
    QVERIFY(grid.stageBox(0, true).left() > grid.headBox(3).left() - 1);
    QVERIFY(grid.stageBox(0, true).top() > grid.stageBox(3).top());
    const QImage picture = grid.grab().toImage();
    QVERIFY(!picture.isNull());
}

void tst_LayersOnDevices::withoutAModelThereAreNone()
{
    strategy::Strategy plain;
    plain.parallel.pipeline = 2;
    Divided view(plain);
    QVERIFY(view.page.strip().isHidden());
    bool isSaid = false;
    for (const auto* label : view.page.findChildren<QLabel*>())
        isSaid
            = isSaid || (label->isVisible() && label->text().contains(QStringLiteral("no model")));
    QVERIFY(isSaid);
    QTest::keyClick(&view.page.strip(), Qt::Key_Right, Qt::ControlModifier);
    QTest::keyClick(&view.page.grid(), Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(view.document.strategy(), plain);
}

void tst_LayersOnDevices::itIsAViewOfTheWindow()
{
    Opened opened;
    opened.document.start(interleaved());
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    auto* page = opened.sheet.findChild<LayersPage*>();
    QVERIFY(page && !page->isVisible());
    opened.action("view.layers")->trigger();
    QVERIFY(page->isVisible());
    QVERIFY(opened.area().isHidden());
    // The verdict says what came of it, with the difference.
    QTRY_VERIFY(opened.sheet.verdict().numbers.size() > 1 && !opened.sheet.verdict().isStale);
    QTest::keyClick(&page->strip(), Qt::Key_Right, Qt::ControlModifier);
    QTRY_VERIFY(!opened.sheet.verdict().numbers[0].change.isEmpty());
    opened.action("view.focusTimeline")->trigger();
    QVERIFY(!page->isVisible());
    QVERIFY(opened.area().isVisible());
}

QTEST_MAIN(tst_LayersOnDevices)
#include "tst_layers_on_devices.moc"
