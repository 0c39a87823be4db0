// Areas, markers, finding, pins and arrows, by mouse and by keyboard.

#include "gui/timeline/find_bar.h"
#include "gui/timeline/markers.h"
#include "gui/timeline/track_layout.h"
#include "tests/gui/timeline/panel_window.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

using namespace gui;
using namespace panel_test;

class tst_TimelineTools : public QObject {
    Q_OBJECT
    static TrackData many(int ranks);
    static QImage shot(Window& window);

private slots:
    void aDragOverRowsSelectsAnArea();
    void aClickSelectsAnOpAndNoArea();
    void edgesOfAnAreaAreDragged();
    void edgesSnapToOps();
    void keysSelectAnArea();
    void markersAreSetSelectedAndRemoved();
    void theCursorTellsTheWayFromTheMarker();
    void findGoesFromHitToHit();
    void findIsAskedAgainOfAnotherTrack();
    void pinnedRanksStayOnTop();
    void pinsAreClicked();
    void anAreaCoversPinnedRows();
    void ghostsAndArrowsAreDrawnAndSwitchedOff();
};

TrackData tst_TimelineTools::many(int ranks)
{
    TrackData track;
    auto schedule = std::make_shared<plan::Schedule>(
        *plan::makeSchedule("1f1b", {.ranks = ranks, .chunks = 1, .microbatches = ranks}));
    track.timeline
        = std::make_shared<plan::Timeline>(*plan::simulate(*schedule, plan::Costs::unit()));
    track.schedule = schedule;
    track.title = QStringLiteral("Predicted");
    return track;
}

QImage tst_TimelineTools::shot(Window& window)
{
    if (!window.panel.finishFrame())
        return {};
    return window.canvas->grab().toImage();
}

void tst_TimelineTools::aDragOverRowsSelectsAnArea()
{
    Window window;
    window.state.setVisible({Nanoseconds{0}, Nanoseconds{8000}});
    QSignalSpy spy(&window.state, &ViewState::areaChanged);
    const QImage before = shot(window);
    window.drag(window.at(0, Nanoseconds{2500}), window.at(1, Nanoseconds{4500}), Qt::NoModifier);
    QVERIFY(window.state.area());
    QVERIFY(!spy.isEmpty());
    QCOMPARE(window.state.area()->firstRank, 0);
    QCOMPARE(window.state.area()->lastRank, 1);
    compareNear(window.state.area()->range.begin, Nanoseconds{2500}, Nanoseconds{20});
    compareNear(window.state.area()->range.end, Nanoseconds{4500}, Nanoseconds{20});
    QCOMPARE(window.state.visible(), (TimeRange{Nanoseconds{0}, Nanoseconds{8000}}));
    QVERIFY(shot(window) != before);

    // Backwards, and within one row.
    window.drag(window.at(1, Nanoseconds{5500}), window.at(1, Nanoseconds{1500}), Qt::NoModifier);
    QCOMPARE(window.state.area()->firstRank, 1);
    compareNear(window.state.area()->range.begin, Nanoseconds{1500}, Nanoseconds{20});
    QTest::keyClick(window.canvas, Qt::Key_Escape);
    QVERIFY(!window.state.area());
    QVERIFY(!window.state.selected());
}

void tst_TimelineTools::aClickSelectsAnOpAndNoArea()
{
    Window window;
    const QPointF at = window.at(1, Nanoseconds{1500});
    window.drag(at, at + QPointF(1, 1), Qt::NoModifier);
    QVERIFY(!window.state.area());
    QCOMPARE(window.state.selected(), std::optional(OpRef{0, 1, plan::forward(1, 0)}));
}

void tst_TimelineTools::edgesOfAnAreaAreDragged()
{
    Window window;
    window.state.setVisible({Nanoseconds{0}, Nanoseconds{8000}});
    window.state.setArea(TimeArea{{Nanoseconds{1500}, Nanoseconds{3500}}, 0, 0});
    window.move(window.at(0, Nanoseconds{3500}));
    QCOMPARE(window.canvas->cursor().shape(), Qt::SizeHorCursor);
    window.drag(window.at(0, Nanoseconds{3500}), window.at(0, Nanoseconds{5500}), Qt::NoModifier);
    QCOMPARE(window.state.area()->range.begin, Nanoseconds{1500});
    compareNear(window.state.area()->range.end, Nanoseconds{5500}, Nanoseconds{20});
    QCOMPARE(window.state.area()->lastRank, 0);
    // Past the other edge.
    window.drag(window.at(0, Nanoseconds{1500}), window.at(0, Nanoseconds{6500}), Qt::NoModifier);
    compareNear(window.state.area()->range.begin, Nanoseconds{5500}, Nanoseconds{20});
    compareNear(window.state.area()->range.end, Nanoseconds{6500}, Nanoseconds{20});
    // The lower edge, into the next rank.
    window.state.setArea(TimeArea{{Nanoseconds{1500}, Nanoseconds{3500}}, 0, 0});
    const QPointF low = window.at(0, Nanoseconds{2500}) + QPointF(0, kLargestRowHeight - 26);
    window.move(low);
    QCOMPARE(window.canvas->cursor().shape(), Qt::SizeVerCursor);
    window.drag(low, window.at(1, Nanoseconds{2500}), Qt::NoModifier);
    QCOMPARE(*window.state.area(), (TimeArea{{Nanoseconds{1500}, Nanoseconds{3500}}, 0, 1}));
}

void tst_TimelineTools::edgesSnapToOps()
{
    Window window;
    window.state.setVisible({Nanoseconds{0}, Nanoseconds{8000}});
    window.drag(window.at(0, Nanoseconds{1000}) + QPointF(3, 0),
                window.at(0, Nanoseconds{2000}) - QPointF(3, 0), Qt::NoModifier);
    QCOMPARE(*window.state.area(), (TimeArea{{Nanoseconds{1000}, Nanoseconds{2000}}, 0, 0}));
}

void tst_TimelineTools::keysSelectAnArea()
{
    Window window;
    QTest::keyClick(window.canvas, Qt::Key_R); // nothing is selected
    QVERIFY(!window.state.area());
    QTest::keyClick(window.canvas, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(*window.state.area(), (TimeArea{{Nanoseconds{0}, window.state.extent()}, 0, 1}));
    window.state.setSelected(OpRef{0, 1, plan::forward(1, 0)});
    QTest::keyClick(window.canvas, Qt::Key_R);
    QCOMPARE(*window.state.area(), (TimeArea{{Nanoseconds{1000}, Nanoseconds{2000}}, 1, 1}));
    window.state.setSelected(OpRef{0, 0, plan::forward(0, 0)});
    QTest::keyClick(window.canvas, Qt::Key_R, Qt::ShiftModifier);
    QCOMPARE(*window.state.area(), (TimeArea{{Nanoseconds{0}, Nanoseconds{2000}}, 0, 1}));
    QTest::keyClick(window.canvas, Qt::Key_Escape);
    QVERIFY(!window.state.area());
}

void tst_TimelineTools::markersAreSetSelectedAndRemoved()
{
    Window window;
    const Markers& markers = window.panel.markers();
    for (const int time : {1500, 3500, 5500}) {
        window.move(window.at(0, Nanoseconds{time}));
        QTest::keyClick(window.canvas, Qt::Key_M,
                        time == 3500 ? Qt::ShiftModifier : Qt::NoModifier);
    }
    QCOMPARE(markers.all().size(), std::size_t{3});
    QVERIFY(markers.all()[1].lasts);
    compareNear(markers.all()[2].time, Nanoseconds{5500}, Nanoseconds{20});
    QCOMPARE(markers.active()->number, 3);

    // A click on its number, at the top of the ruler, selects one.
    const QPointF tag(window.at(0, Nanoseconds{1500}).x() + 6, 8);
    QTest::mouseClick(window.canvas, Qt::LeftButton, {}, tag.toPoint());
    QCOMPARE(markers.active()->number, 1);
    QTest::keyClick(window.canvas, Qt::Key_Delete);
    QCOMPARE(markers.all().size(), std::size_t{2});
    QCOMPARE(markers.all().front().number, 2);
    // With none selected the one nearest to the pointer goes.
    window.move(window.at(0, Nanoseconds{5000}));
    QTest::keyClick(window.canvas, Qt::Key_Delete);
    QCOMPARE(markers.all().size(), std::size_t{1});
    QTest::keyClick(window.canvas, Qt::Key_M);
    QTest::keyClick(window.canvas, Qt::Key_Escape);
    QCOMPARE(markers.all().size(), std::size_t{1});
    QCOMPARE(markers.all().front().number, 2); // it lasts
    QTest::keyClick(window.canvas, Qt::Key_Delete);
    QVERIFY(markers.all().empty());

    // Without a pointer at the op that is selected.
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(window.canvas, &leave);
    window.state.setSelected(OpRef{0, 1, plan::forward(1, 0)});
    QTest::keyClick(window.canvas, Qt::Key_M);
    QCOMPARE(markers.active()->time, Nanoseconds{1000});
}

void tst_TimelineTools::theCursorTellsTheWayFromTheMarker()
{
    Window window;
    window.move(window.at(0, Nanoseconds{5500}));
    const QRect ruler(0, 0, window.canvas->width(), window.canvas->fontMetrics().height() + 14);
    const QImage plain = shot(window).copy(ruler);
    window.move(window.at(0, Nanoseconds{1500}));
    QTest::keyClick(window.canvas, Qt::Key_M);
    window.move(window.at(0, Nanoseconds{5500}));
    const QImage told = shot(window).copy(ruler);
    const auto painted = [](const QImage& image) {
        int pixels = 0;
        for (int x = 0; x < image.width(); ++x)
            pixels += image.pixelColor(x, 4) == lightTheme().accent ? 1 : 0;
        return pixels;
    };
    // The number of the marker, and a tag that is longer by the way from it.
    QVERIFY2(painted(told) > painted(plain) + 40,
             qPrintable(QStringLiteral("%1 %2").arg(painted(told)).arg(painted(plain))));
}

void tst_TimelineTools::findGoesFromHitToHit()
{
    Window window;
    QApplication::setActiveWindow(&window.panel);
    FindBar& bar = window.panel.findBar();
    QVERIFY(bar.isHidden());
    QTest::keyClick(window.canvas, Qt::Key_Slash);
    QVERIFY(bar.isVisible());
    auto* field = bar.findChild<QLineEdit*>();
    auto* count = bar.findChild<QLabel*>();
    const QImage plain = shot(window);
    QTest::keyClicks(field, QStringLiteral("F"));
    QVERIFY(bar.finish());
    QCOMPARE(bar.hits()->count, std::size_t{4});
    QVERIFY(count->text().startsWith(QLatin1Char('4')));
    QVERIFY(shot(window) != plain); // they are marked
    std::vector<OpRef> found;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(field, Qt::Key_Return);
        found.push_back(*window.state.selected());
    }
    QCOMPARE(found.front(), (OpRef{0, 0, plan::forward(0, 0)}));
    QCOMPARE(count->text(), QStringLiteral("4 of 4"));
    QTest::keyClick(field, Qt::Key_Return); // round
    QCOMPARE(*window.state.selected(), found.front());
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(*window.state.selected(), found.back());

    // What is out of sight comes into sight.
    window.state.setVisible({Nanoseconds{0}, Nanoseconds{500}});
    field->setText(QStringLiteral("B1 rank 0"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(*window.state.selected(), (OpRef{0, 0, plan::backward(0, 1)}));
    QVERIFY(window.state.visible().begin > Nanoseconds{3000});
    field->setText(QStringLiteral("bubble rank 1"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(bar.current() && !bar.current()->op);
    QVERIFY(!window.state.selected()); // the bubble is

    field->setText(QStringLiteral("no such thing"));
    QVERIFY(!bar.hits());
    QVERIFY(!count->text().isEmpty());
    QTest::keyClick(field, Qt::Key_Return); // and nothing happens
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(bar.isHidden());
    QVERIFY(window.canvas->hasFocus() || window.panel.focusWidget() == window.canvas);
    for (const QWidget* each : bar.findChildren<QWidget*>())
        QVERIFY2(!each->accessibleName().isEmpty() || each->focusPolicy() == Qt::NoFocus,
                 each->metaObject()->className());
}

void tst_TimelineTools::findIsAskedAgainOfAnotherTrack()
{
    Window window;
    window.panel.find();
    window.panel.findBar().findChild<QLineEdit*>()->setText(QStringLiteral("F"));
    QVERIFY(window.panel.findBar().finish());
    window.panel.setTrack(0, many(3));
    QVERIFY(window.panel.findBar().finish());
    QCOMPARE(window.panel.findBar().hits()->count, std::size_t{9});
    window.panel.removeTrack(0);
    QVERIFY(window.panel.findBar().finish());
    QCOMPARE(window.panel.findBar().hits()->count, std::size_t{0});
}

void tst_TimelineTools::pinnedRanksStayOnTop()
{
    Window window;
    window.panel.setTrack(0, many(40)); // more than fit
    const int top = window.canvas->fontMetrics().height() + 14 + 10;
    const auto rankAt = [&](double y) {
        // Before the end of its longest stretch of ops every rank has an op there.
        for (int x = 80; x < window.canvas->width(); x += 2) {
            window.move({double(x), y});
            if (window.state.hovered())
                return window.state.hovered()->rank;
        }
        return -1;
    };
    window.state.setSelected(OpRef{0, 5, plan::forward(5, 0)});
    QTest::keyClick(window.canvas, Qt::Key_P, Qt::ShiftModifier);
    QCOMPARE(window.state.pinned(), std::vector<int>{5});
    QCOMPARE(rankAt(top), 5);
    // However far one scrolls.
    for (int i = 0; i < 30; ++i)
        window.wheel({300, 200}, -120, Qt::AltModifier);
    QCOMPARE(rankAt(top), 5);
    QCOMPARE(rankAt(window.canvas->height() - window.panel.footHeight() - 8), 39);
    QVERIFY(!shot(window).isNull());
    // It stands in one place only: the walk to it does not scroll.
    window.state.setSelected(OpRef{0, 4, plan::forward(4, 0)});
    QTest::keyClick(window.canvas, Qt::Key_Down);
    QCOMPARE(window.state.selected()->rank, 5);
    QCOMPARE(rankAt(top), 5);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(window.canvas, &leave);
    QTest::keyClick(window.canvas, Qt::Key_P, Qt::ShiftModifier);
    QVERIFY(window.state.pinned().empty());
}

void tst_TimelineTools::pinsAreClicked()
{
    Window window;
    const auto pin
        = [&](int rank) { return QPointF(6, window.at(rank, Nanoseconds{0}).y()).toPoint(); };
    const QImage plain = shot(window);
    QTest::mouseClick(window.canvas, Qt::LeftButton, {}, pin(1));
    QCOMPARE(window.state.pinned(), std::vector<int>{1});
    QVERIFY(shot(window) != plain);
    // Its row is the first now, above the header.
    const int first = window.canvas->fontMetrics().height() + 14 + 20;
    QTest::mouseClick(window.canvas, Qt::LeftButton, {}, QPoint(6, first));
    QVERIFY(window.state.pinned().empty());
    // Beside the pin a click does nothing.
    QTest::mouseClick(window.canvas, Qt::LeftButton, {}, pin(1) + QPoint(30, 0));
    QVERIFY(window.state.pinned().empty());
}

void tst_TimelineTools::anAreaCoversPinnedRows()
{
    Window window;
    window.state.setPinned(1, true);
    const int line = window.canvas->fontMetrics().height();
    const double x = window.at(0, Nanoseconds{2500}).x();
    const double top = line + 14 + 20;
    window.drag({x, top}, {x + 100, top + 5}, Qt::NoModifier); // in the pinned row
    QVERIFY(window.state.area());
    QCOMPARE(window.state.area()->firstRank, 1);
    QCOMPARE(window.state.area()->lastRank, 1);
}

void tst_TimelineTools::ghostsAndArrowsAreDrawnAndSwitchedOff()
{
    Window window;
    TrackData measured = oneFOneB(QStringLiteral("Measured"));
    auto slower = std::make_shared<plan::Timeline>(*measured.timeline);
    for (auto& spans : slower->spans)
        for (auto& span : spans) {
            span.start = span.start * 5 / 4;
            span.end = span.end * 5 / 4;
        }
    slower->makespan = slower->makespan * 5 / 4;
    measured.timeline = slower;
    measured.planned = window.panel.track(0)->timeline;
    measured.measured = true;
    measured.ledger = nullptr;
    window.panel.setTrack(1, measured);
    const QImage with = shot(window);
    window.state.setShowsGhosts(false);
    const QImage without = shot(window);
    QVERIFY(with != without);
    // A prediction of other work is none of it.
    window.state.setShowsGhosts(true);
    measured.planned = nullptr;
    window.panel.setTrack(1, measured);
    QCOMPARE(shot(window), without);

    window.state.setSelected(OpRef{0, 1, plan::forward(1, 0)});
    const QImage arrows = shot(window);
    window.state.setShowsFlows(false);
    QVERIFY(shot(window) != arrows);
}

QTEST_MAIN(tst_TimelineTools)
#include "tst_timeline_tools.moc"
