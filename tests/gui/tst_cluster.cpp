#include "gui/cluster/device_card.h"
#include "gui/cluster/device_page.h"
#include "gui/cluster/device_view.h"
#include "gui/cluster/grid_view.h"
#include "gui/cluster/place_words.h"
#include "gui/cluster/shard_page.h"
#include "gui/cluster/shard_view.h"
#include "gui/estimate/verdict_text.h"
#include "gui/window/language.h"
#include "tests/gui/opened_cluster.h"

#include <QAccessible>
#include <QComboBox>
#include <QSpinBox>
#include <QTabBar>

using namespace gui;
using test::OpenedCluster;

namespace {

void drag(QWidget& widget, QPoint from, QPoint to)
{
    QTest::mousePress(&widget, Qt::LeftButton, {}, from);
    QTest::mouseMove(&widget, (from + to) / 2);
    QMouseEvent move(QEvent::MouseMove, QPointF(to), widget.mapToGlobal(QPointF(to)), Qt::NoButton,
                     Qt::LeftButton, {});
    QCoreApplication::sendEvent(&widget, &move);
    QTest::mouseRelease(&widget, Qt::LeftButton, {}, to);
}

void hover(QWidget& widget, QPoint place)
{
    QMouseEvent move(QEvent::MouseMove, QPointF(place), widget.mapToGlobal(QPointF(place)),
                     Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(&widget, &move);
}

} // namespace

class tst_Cluster : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void eachViewHasItsKeyAndItsTab();
    void aDeviceUnderThePointerLightsItsGroups();
    void oneSelectionForDevicesAndTimeline();
    void arrowsGoFromDeviceToDevice();
    void theViewIsZoomedAndFitted();
    void devicesAreColouredByWhatIsKnown();
    void aRunSaysWhatWasMeasured();
    void theGridTurnsByMouseAndKeyboard();
    void aCubeIsADevice();
    void withoutAModelThereIsAReason();
    void thousandsOfDevicesFitIntoTheView();
    void everythingHasAName();
    void everyDeviceIsAnItemForScreenReaders();
};

void tst_Cluster::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_Cluster::eachViewHasItsKeyAndItsTab()
{
    OpenedCluster opened;
    QCOMPARE(opened.middle.current(), MiddleView::Timeline);
    opened.open("view.devices");
    QVERIFY(opened.shown<DeviceView>());
    QVERIFY(!opened.area().isVisible());
    QCOMPARE(opened.sheet.focused(), opened.middle.page(MiddleView::Devices));
    opened.open("view.grid");
    QVERIFY(opened.shown<GridView>());
    opened.open("view.shards");
    QVERIFY(opened.shown<ShardView>());
    opened.open("view.focusTimeline");
    QVERIFY(opened.area().isVisible());
    auto* tabs = opened.middle.findChild<QTabBar*>();
    QVERIFY(tabs && tabs->count() == int(kMiddleViews));
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(2).center());
    QCOMPARE(opened.middle.current(), MiddleView::Grid);
}

void tst_Cluster::aDeviceUnderThePointerLightsItsGroups()
{
    OpenedCluster opened;
    opened.open("view.devices");
    auto* view = opened.shown<DeviceView>();
    QVERIFY(view);
    auto* legend = opened.middle.page(MiddleView::Devices)->findChild<GroupLegend*>();
    const QString before = legend->text();
    const QImage plain = view->viewport()->grab().toImage();
    hover(*view->viewport(), view->placeOf(11).center());
    QCOMPARE(opened.cluster.lit(), 11);
    QCOMPARE(legend->text(),
             QStringLiteral("device 11, Tensor group of 2, Pipeline group of 4, Data group of 4"));
    const QImage lit = view->viewport()->grab().toImage();
    // Its groups keep their colour and get an outline; the others fade.
    const double scale = lit.devicePixelRatio();
    const auto changes
        = [&](QPoint place) { return plain.pixel(place * scale) != lit.pixel(place * scale); };
    for (int device = 0; device < 32; ++device) {
        const QRect box = view->placeOf(device);
        bool member = device == 11;
        for (const DeviceGroup& group : opened.cluster.map().groupsOf(11))
            member = member || std::count(group.devices.begin(), group.devices.end(), device) > 0;
        QVERIFY2(changes(box.topLeft() + QPoint(7, 7)) != member,
                 qPrintable(QString::number(device)));
        if (member)
            QVERIFY(changes(QPoint(box.left() + 1, box.top() + 1)));
    }
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(view->viewport(), &leave);
    QCOMPARE(opened.cluster.lit(), -1);
    QCOMPARE(legend->text(), before);
}

void tst_Cluster::oneSelectionForDevicesAndTimeline()
{
    OpenedCluster opened;
    opened.open("view.devices");
    auto* view = opened.shown<DeviceView>();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->placeOf(21).center());
    QCOMPARE(opened.cluster.selected(), 21);
    QCOMPARE(opened.rankOfTimeline(), std::optional(2));
    QCOMPARE(opened.sheet.viewState().area()->range.end, opened.sheet.viewState().extent());
    // The other way round: the tensor and the data rank stay.
    opened.sheet.viewState().setSelected(OpRef{0, 3, plan::forward(3, 0)});
    QCOMPARE(opened.cluster.selected(), 29);
    QCOMPARE(opened.rankOfTimeline(), std::optional(2)); // whoever selects an op keeps the area
    // What was selected while the timeline was in front is taken then.
    opened.open("view.focusTimeline");
    opened.sheet.viewState().setSelected(OpRef{0, 1, plan::forward(1, 0)});
    opened.open("view.grid");
    QCOMPARE(opened.cluster.selected(), 13);
    QTest::keyClick(opened.shown<GridView>(), Qt::Key_Escape);
    QCOMPARE(opened.cluster.selected(), -1);
    QVERIFY(!opened.sheet.viewState().area());
    QVERIFY(!opened.sheet.viewState().selected());
}

void tst_Cluster::arrowsGoFromDeviceToDevice()
{
    OpenedCluster opened;
    opened.open("view.devices");
    auto* view = opened.shown<DeviceView>();
    QTest::keyClick(view, Qt::Key_Right);
    QCOMPARE(opened.cluster.selected(), 0);
    QTest::keyClick(view, Qt::Key_Right);
    QCOMPARE(opened.cluster.selected(), 1);
    QVERIFY(view->accessibleDescription().startsWith(
        QStringLiteral("device 1, node 0, pipeline rank 0, stage 0, tensor rank 1, data rank 0")));
    // Four beside each other in a node of eight, then on to the next node.
    QTest::keyClick(view, Qt::Key_Down);
    QCOMPARE(opened.cluster.selected(), 5);
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(view, Qt::Key_Right);
    QCOMPARE(opened.cluster.map().nodeOf(opened.cluster.selected()), 1);
    QTest::keyClick(view, Qt::Key_Up);
    QTest::keyClick(view, Qt::Key_Left);
    QCOMPARE(opened.cluster.map().nodeOf(opened.cluster.selected()), 0);
    // The inspector says what is known of it.
    auto* card = opened.sheet.inspector()->findChild<DeviceCard*>();
    QVERIFY(card);
    QVERIFY(
        card->text().contains(placeSentence(opened.cluster.facts(), opened.cluster.selected())));
    QVERIFY(card->text().contains(QStringLiteral("Tensor group (TP)")));
}

void tst_Cluster::theViewIsZoomedAndFitted()
{
    OpenedCluster opened;
    opened.open("view.devices");
    auto* view = opened.shown<DeviceView>();
    const double fitted = view->nodeLayout().side();
    const QPoint at = view->placeOf(0).center();
    QTest::keyClick(view, Qt::Key_Plus);
    QVERIFY(view->nodeLayout().side() > fitted);
    QTest::keyClick(view, Qt::Key_0);
    QCOMPARE(view->nodeLayout().side(), fitted);
    QWheelEvent wheel(QPointF(at), view->viewport()->mapToGlobal(QPointF(at)), {}, {0, 360}, {}, {},
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view->viewport(), &wheel);
    QVERIFY(view->nodeLayout().side() > 1.5 * fitted);
    QTest::keyClick(view, Qt::Key_Home);
    QCOMPARE(view->placeOf(0).center(), at);
}

void tst_Cluster::devicesAreColouredByWhatIsKnown()
{
    OpenedCluster opened;
    opened.open("view.devices");
    auto* page = static_cast<DevicePage*>(opened.middle.page(MiddleView::Devices));
    QComboBox& box = page->metricBox();
    QVERIFY(box.findText(QStringLiteral("Peak memory")) >= 0);
    QVERIFY(box.findText(nameOf(DeviceMetric::MeasuredIdle)) < 0); // no run is on show
    box.setCurrentText(QStringLiteral("Peak memory"));
    emit box.activated(box.currentIndex());
    QCOMPARE(opened.cluster.metric(), DeviceMetric::Memory);
    auto* scale = page->findChild<ColourScale*>();
    const auto& memory = opened.sheet.estimator().estimate()->numbers.memory;
    QVERIFY(scale->ends().contains(
        gibibytes(memory[opened.sheet.estimator().estimate()->numbers.fullestRank].peak())));
    // The same colour everywhere: the other views have their boxes, and follow.
    auto* other = static_cast<DevicePage*>(opened.middle.page(MiddleView::Grid));
    QCOMPARE(other->metricBox().currentText(), QStringLiteral("Peak memory"));
    // The fullest rank has the colour at the end of the scale.
    auto* view = opened.shown<DeviceView>();
    const int fullest = opened.cluster.map().deviceAt(
        {0, 0, 0, int(opened.sheet.estimator().estimate()->numbers.fullestRank)});
    const QImage image = view->viewport()->grab().toImage();
    const QPoint corner = view->placeOf(fullest).topLeft() + QPoint(3, 3);
    QCOMPARE(image.pixelColor(corner * image.devicePixelRatio()),
             themeFor(view->palette()).heat(1));
}

void tst_Cluster::aRunSaysWhatWasMeasured()
{
    test::Opened opened;
    opened.action("view.devices")->trigger();
    ClusterState& cluster = opened.sheet.middle().cluster();
    opened.controller.replayPath(QStringLiteral(BUBBLESCOPE_RECORDING));
    QTRY_VERIFY(cluster.facts().has(DeviceMetric::MeasuredIdle));
    QTRY_VERIFY(opened.sheet.runView().run()->status.state == telemetry::SourceState::Ended
                && opened.sheet.runView().isSettled());
    auto* page = static_cast<DevicePage*>(opened.sheet.middle().page(MiddleView::Devices));
    QVERIFY(page->metricBox().findText(nameOf(DeviceMetric::MeasuredIdle)) >= 0);
    double idle = 0;
    for (int device = 0; device < 4; ++device)
        idle += cluster.facts().value(DeviceMetric::MeasuredIdle, device).value();
    // As the verdict says it, but for what nothing accounts for.
    const double bubble = opened.sheet.runView().shown().numbers.bubbleFraction;
    QVERIFY2(std::abs(idle / 4 - bubble) < 0.02, qPrintable(QString::number(idle / 4)));
    cluster.setMetric(DeviceMetric::MeasuredIdle);
    cluster.setSelected(2);
    auto* card = opened.sheet.inspector()->findChild<DeviceCard*>();
    QVERIFY(card->text().contains(DeviceFacts::text(
        DeviceMetric::MeasuredIdle, cluster.facts().value(DeviceMetric::MeasuredIdle, 2).value())));
    // Without the run it cannot be had, and the colours are others.
    opened.controller.leave();
    QTRY_VERIFY(!cluster.facts().has(DeviceMetric::MeasuredIdle));
    QCOMPARE(cluster.metric(), DeviceMetric::PipelineRank);
    QVERIFY(page->metricBox().findText(nameOf(DeviceMetric::MeasuredIdle)) < 0);
}

void tst_Cluster::theGridTurnsByMouseAndKeyboard()
{
    OpenedCluster opened;
    opened.open("view.grid");
    auto* view = opened.shown<GridView>();
    const GridTurn first = view->turn();
    const QImage before = view->grab().toImage();
    QTest::keyClick(view, Qt::Key_Left);
    QVERIFY(view->turn().yaw != first.yaw);
    QTest::keyClick(view, Qt::Key_Up);
    QVERIFY(view->turn().pitch > first.pitch);
    QVERIFY(view->grab().toImage() != before);
    QTest::keyClick(view, Qt::Key_Home);
    QCOMPARE(view->turn(), first);
    drag(*view, {40, 40}, {140, 90});
    QVERIFY(view->turn() != first);
    QCOMPARE(opened.cluster.selected(), -1); // a drag is no click
    // From any side every device is on the picture.
    for (int yaw = -180; yaw < 180; yaw += 30)
        for (const double pitch : {-85.0, -30.0, 0.0, 60.0, 85.0}) {
            view->setTurn({static_cast<double>(yaw), pitch});
            for (int device = 0; device < 32; ++device)
                QVERIFY(view->rect().contains(view->middleOf(device).toPoint()));
        }
}

void tst_Cluster::aCubeIsADevice()
{
    OpenedCluster opened;
    opened.open("view.grid");
    auto* view = opened.shown<GridView>();
    QCOMPARE(view->shape().cubes(), 32);
    QVERIFY(view->foldedSentence().isEmpty());
    int hit = 0;
    for (int device = 0; device < 32; ++device)
        hit += view->deviceAt(view->middleOf(device)) == device;
    QVERIFY(hit >= 8); // those in front
    const int nearest = view->deviceAt(view->middleOf(0));
    QVERIFY(nearest >= 0);
    hover(*view, view->middleOf(nearest).toPoint());
    QCOMPARE(opened.cluster.lit(), nearest);
    QTest::mouseClick(view, Qt::LeftButton, {}, view->middleOf(nearest).toPoint());
    QCOMPARE(opened.cluster.selected(), nearest);
    opened.cluster.setSelected(0);
    QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(opened.cluster.map().placeOf(opened.cluster.selected()), (DevicePlace{0, 0, 0, 1}));
    QTest::keyClick(view, Qt::Key_Up, Qt::ShiftModifier);
    QTest::keyClick(view, Qt::Key_PageUp);
    QCOMPARE(opened.cluster.map().placeOf(opened.cluster.selected()), (DevicePlace{1, 0, 1, 1}));
    QVERIFY(view->accessibleDescription().contains(QStringLiteral("tensor rank 1")));
    strategy::Strategy many = test::llama();
    many.parallel.data = 64;
    many.batch.global = 512;
    opened.document.start(many);
    QTRY_COMPARE(opened.cluster.map().devices(), 512LL);
    QVERIFY(view->foldedSentence().isEmpty());
    many.parallel.data = 128;
    opened.document.start(many);
    QTRY_COMPARE(opened.cluster.map().devices(), 1024LL);
    QCOMPARE(view->foldedSentence(),
             QStringLiteral("A cube stands for 2 data ranks: there are 1024 devices."));
}

void tst_Cluster::withoutAModelThereIsAReason()
{
    OpenedCluster opened;
    opened.open("view.shards");
    strategy::Strategy bare;
    bare.parallel.pipeline = 4;
    bare.parallel.tensor = 2;
    bare.batch.global = 8;
    opened.document.start(bare);
    QTRY_COMPARE(opened.cluster.map().devices(), 8LL);
    auto* page = static_cast<ShardPage*>(opened.middle.page(MiddleView::Shards));
    QVERIFY(page->view().accessibleDescription().contains(QStringLiteral("with a model")));
    QVERIFY(!page->layerBox().isEnabled());
    opened.open("view.devices");
    QCOMPARE(opened.shown<DeviceView>()->nodeLayout().deviceAt({-5, 0}), -1);
    QVERIFY(static_cast<DevicePage*>(opened.middle.page(MiddleView::Devices))
                ->metricBox()
                .findText(QStringLiteral("Peak memory"))
            < 0);
}

void tst_Cluster::thousandsOfDevicesFitIntoTheView()
{
    OpenedCluster opened;
    opened.open("view.devices");
    strategy::Strategy many = test::llama();
    many.parallel.data = 512;
    many.batch.global = 4096;
    opened.document.start(many);
    QTRY_COMPARE(opened.cluster.map().devices(), 4096LL);
    auto* view = opened.shown<DeviceView>();
    opened.cluster.setSelected(4095);
    QVERIFY(view->viewport()->rect().contains(view->placeOf(4095)));
    QVERIFY(view->viewport()->rect().contains(view->placeOf(0)));
    QVERIFY(!view->viewport()->grab().isNull());
    many.parallel.data = 1 << 20;
    many.batch.global = 1 << 23;
    opened.document.start(many);
    QTRY_VERIFY(!opened.cluster.reason().isEmpty());
    QVERIFY(view->accessibleDescription().contains(QStringLiteral("too many")));
}

void tst_Cluster::everythingHasAName()
{
    OpenedCluster opened;
    for (const char* command : {"view.devices", "view.grid", "view.shards"}) {
        opened.open(command);
        for (auto* widget : opened.middle.findChildren<QWidget*>())
            if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus
                && widget->objectName() != QLatin1String("qt_spinbox_lineedit"))
                QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }
}

void tst_Cluster::everyDeviceIsAnItemForScreenReaders()
{
    OpenedCluster opened;
    opened.open("view.devices");
    auto* view = opened.shown<DeviceView>();
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(view);
    QVERIFY(list && list->role() == QAccessible::List);
    const int first = list->childCount() - 32;
    QVERIFY(first >= 0);
    opened.cluster.setSelected(21);
    for (int device = 0; device < 32; ++device) {
        QAccessibleInterface* item = list->child(first + device);
        QVERIFY(item && item->isValid());
        QCOMPARE(item->text(QAccessible::Name), deviceSentence(opened.cluster.facts(), device));
        QCOMPARE(item->state().selected != 0, device == 21);
        QCOMPARE(list->indexOfChild(item), first + device);
        const QPoint middle = item->rect().center();
        QCOMPARE(list->childAt(middle.x(), middle.y()), item);
    }
}

QTEST_MAIN(tst_Cluster)
#include "tst_cluster.moc"
