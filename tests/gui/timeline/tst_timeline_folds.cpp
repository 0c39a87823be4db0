// Ranks that are folded, the bubble that is selected, and what is kept of a selection when tracks
// change.

#include "gui/theme/op_colours.h"
#include "gui/timeline/find_bar.h"
#include "gui/timeline/find_query.h"
#include "gui/timeline/minimap.h"
#include "gui/timeline/track_layout.h"
#include "tests/gui/timeline/panel_window.h"

#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include <set>

using namespace gui;
using namespace panel_test;

class tst_TimelineFolds : public QObject {
    Q_OBJECT
    static QPoint labelOf(const Window& window, int rank)
    {
        return QPointF(30, window.at(rank, Nanoseconds{0}).y()).toPoint();
    }
    static QImage shot(Window& window)
    {
        return window.panel.finishFrame() ? window.panel.grab().toImage() : QImage();
    }
    // Of ops that take a unit of time each.
    static TrackData predicted(const char* schedule, const plan::Shape& shape)
    {
        TrackData track;
        track.title = QStringLiteral("Predicted");
        track.schedule = std::make_shared<plan::Schedule>(*plan::makeSchedule(schedule, shape));
        track.timeline = std::make_shared<plan::Timeline>(
            *plan::simulate(*track.schedule, plan::Costs::unit()));
        return track;
    }

private slots:
    void aClickOnTheLabelGivesEachPeerARow();
    void enterDoesTheSame();
    void aSlowPeerIsSeenWithoutAskingForIt();
    void rowsOfPeersTellTheirOwnStory();
    void theSelectedBubbleTellsWhatWouldShortenIt();
    void selectionsEndWithWhatTheyAreOf();
    void aFittedViewIsFittedAgain();
    void hitsAreTickedOnTheMinimap();
    void everyExampleOfASearchIsUnderstood();
    void whatTheLegendHasNoRoomForIsInItsMenu();
    void chunksAreNamedInTheBoxes();
    void opsThatTakeEquallyLongAreLabelledAlike();
    void coloursOfPapersReachThePictureAndTheMinimap();
};

void tst_TimelineFolds::aClickOnTheLabelGivesEachPeerARow()
{
    Window window;
    const QImage plain = shot(window);
    QTest::mouseClick(window.canvas, Qt::LeftButton, {}, labelOf(window, 1));
    QVERIFY(window.state.unfolded().empty()); // it has no peers
    window.panel.setTrack(0, withPeers(4));
    const QImage folded = shot(window);
    QVERIFY(folded != plain); // the label says how many
    QSignalSpy spy(&window.state, &ViewState::foldsChanged);
    QTest::mouseClick(window.canvas, Qt::LeftButton, {}, labelOf(window, 0));
    QCOMPARE(window.state.unfolded(), std::vector<int>{0});
    QCOMPARE(spy.size(), 1);
    QVERIFY(shot(window) != folded);
    QTest::mouseClick(window.canvas, Qt::LeftButton, {}, labelOf(window, 0));
    QVERIFY(window.state.unfolded().empty());
    QCOMPARE(shot(window), folded);
}

void tst_TimelineFolds::enterDoesTheSame()
{
    Window window;
    window.panel.setTrack(0, withPeers(3));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(window.canvas, &leave);
    QTest::keyClick(window.canvas, Qt::Key_Return); // of nothing
    QVERIFY(window.state.unfolded().empty());
    window.state.setSelected(OpRef{0, 1, plan::forward(1, 0)});
    QTest::keyClick(window.canvas, Qt::Key_Return);
    QCOMPARE(window.state.unfolded(), std::vector<int>{1});
    QTest::keyClick(window.canvas, Qt::Key_Return);
    QVERIFY(window.state.unfolded().empty());
}

void tst_TimelineFolds::aSlowPeerIsSeenWithoutAskingForIt()
{
    Window alike;
    alike.panel.setTrack(0, withPeers(4));
    Window slow;
    slow.panel.setTrack(0, withPeers(4, 2));
    QVERIFY(slow.state.unfolded().empty());
    QVERIFY(shot(slow) != shot(alike));
}

void tst_TimelineFolds::rowsOfPeersTellTheirOwnStory()
{
    Window window;
    window.panel.setTrack(0, withPeers(2, 1));
    // The row of replica 1 is under that of rank 0, as high as it.
    const QPointF first = window.at(0, Nanoseconds{500});
    QString told;
    QPoint place;
    for (double y = first.y(); y < first.y() + 200 && told.isEmpty(); y += 10) {
        place = QPointF(first.x(), y).toPoint();
        QHelpEvent help(QEvent::ToolTip, place, window.canvas->mapToGlobal(place));
        QCoreApplication::sendEvent(window.canvas, &help);
        if (QToolTip::text().contains(QStringLiteral("rank 0, replica 1")))
            told = QToolTip::text();
    }
    QVERIFY2(told.contains(QStringLiteral("Forward of microbatch 0 on stage 0")), qPrintable(told));
    // Its op is none of the track, whose times are those of replica 0.
    window.state.setSelected(OpRef{0, 1, plan::forward(1, 1)});
    window.move(first);
    QVERIFY(window.state.hovered());
    window.move(place);
    QVERIFY(!window.state.hovered());
    QTest::mouseClick(window.canvas, Qt::LeftButton, {}, place);
    QVERIFY(!window.state.selected());
}

void tst_TimelineFolds::theSelectedBubbleTellsWhatWouldShortenIt()
{
    Window window;
    // Rank 1 waits for the first forward of rank 0.
    QTest::mouseClick(window.canvas, Qt::LeftButton, {}, window.at(1, Nanoseconds{500}).toPoint());
    QVERIFY(window.state.gap());
    QVERIFY(!window.state.selected());
    QCOMPARE(window.state.gap()->rank, 1);
    const QString story = window.panel.story(*window.state.gap());
    QVERIFY2(story.contains(QStringLiteral("Waiting for the forward of microbatch 0 on stage 0 "
                                           "from rank 0")),
             qPrintable(story));
    QVERIFY2(story.contains(QStringLiteral("The pipeline fills")), qPrintable(story));
    // An op instead, and the other way round.
    QTest::mouseClick(window.canvas, Qt::LeftButton, {}, window.at(0, Nanoseconds{500}).toPoint());
    QVERIFY(window.state.selected() && !window.state.gap());
    window.state.setGap(GapRef{0, 1, {Nanoseconds{0}, Nanoseconds{1000}}});
    QVERIFY(!window.state.selected());
    QTest::keyClick(window.canvas, Qt::Key_Escape);
    QVERIFY(!window.state.gap());
}

void tst_TimelineFolds::selectionsEndWithWhatTheyAreOf()
{
    Window window;
    window.state.setSelected(OpRef{0, 1, plan::forward(1, 1)});
    window.panel.setTrack(0, oneFOneB(QStringLiteral("Again")));
    QVERIFY(window.state.selected()); // it is still there
    TrackData shorter = oneFOneB(QStringLiteral("Shorter"));
    auto timeline = std::make_shared<plan::Timeline>(
        *plan::simulate(*plan::makeSchedule("1f1b", {.ranks = 2, .chunks = 1, .microbatches = 1}),
                        plan::Costs::unit()));
    shorter.timeline = timeline;
    shorter.schedule = nullptr;
    shorter.ledger = nullptr;
    window.panel.setTrack(0, shorter);
    QVERIFY(!window.state.selected());
    // A bubble that has moved is found again; one that is gone is dropped.
    window.panel.setTrack(0, oneFOneB(QStringLiteral("Again")));
    window.state.setGap(GapRef{0, 1, {Nanoseconds{0}, Nanoseconds{900}}});
    window.panel.setTrack(0, oneFOneB(QStringLiteral("Once more")));
    QVERIFY(window.state.gap());
    QCOMPARE(window.state.gap()->range, (TimeRange{Nanoseconds{0}, Nanoseconds{1000}}));
    window.state.setArea(TimeArea{{Nanoseconds{8000}, Nanoseconds{8500}}, 0, 1});
    window.panel.setTrack(0, shorter);
    QVERIFY(!window.state.area());
    window.panel.removeTrack(0);
    QVERIFY(!window.state.gap());
}

void tst_TimelineFolds::aFittedViewIsFittedAgain()
{
    Window window;
    QVERIFY(window.state.showsAll());
    TrackData longer = oneFOneB(QStringLiteral("Longer"));
    auto timeline = std::make_shared<plan::Timeline>(*longer.timeline);
    timeline->makespan *= 3;
    longer.timeline = timeline;
    window.panel.setTrack(0, longer);
    QVERIFY(window.state.showsAll());
    QVERIFY(window.state.visible().end > timeline->makespan);
    window.panel.setTrack(0, oneFOneB(QStringLiteral("Again")));
    QVERIFY(window.state.showsAll());
    // What somebody zoomed to stays.
    const TimeRange part{Nanoseconds{1000}, Nanoseconds{3000}};
    window.state.setVisible(part);
    window.panel.setTrack(0, longer);
    QCOMPARE(window.state.visible(), part);
}

void tst_TimelineFolds::hitsAreTickedOnTheMinimap()
{
    Window window;
    auto* minimap = window.panel.findChild<Minimap*>();
    QVERIFY(window.panel.finishFrame());
    const QImage plain = minimap->grab().toImage();
    window.panel.find();
    window.panel.findBar().findChild<QLineEdit*>()->setText(QStringLiteral("B1"));
    QVERIFY(window.panel.findBar().finish());
    const QImage ticked = minimap->grab().toImage();
    QVERIFY(ticked != plain);
    QTest::keyClick(window.panel.findBar().findChild<QLineEdit*>(), Qt::Key_Return);
    QVERIFY(minimap->grab().toImage() != ticked); // the one that stands out
    QTest::keyClick(window.panel.findBar().findChild<QLineEdit*>(), Qt::Key_Escape);
    window.state.setSelected({});
    QCOMPARE(minimap->grab().toImage(), plain);
}

// The same ops in the same boxes: what differs is that the labels name the chunk.
void tst_TimelineFolds::everyExampleOfASearchIsUnderstood()
{
    Window window;
    window.panel.find();
    const auto* field = window.panel.findChild<FindBar*>()->findChild<QLineEdit*>();
    const QStringList examples = field->placeholderText().split(QStringLiteral("  or  "));
    QCOMPARE(examples.size(), 2);
    QStringList told = field->toolTip().split(QStringLiteral(", "));
    QVERIFY(told.takeLast().startsWith(QStringLiteral("and ")));
    for (const QString& example : examples + told)
        QVERIFY2(parseFind(example), qPrintable(example));
}

void tst_TimelineFolds::whatTheLegendHasNoRoomForIsInItsMenu()
{
    Window window;
    window.panel.resize(200, 400);
    QVERIFY(window.panel.finishFrame());
    // Behind the last entry, of which there is room for one.
    const QPoint rest(window.canvas->width() - 4, window.canvas->height() - 6);
    QTest::mouseClick(window.canvas, Qt::LeftButton, {}, rest);
    auto* menu = window.canvas->findChild<QMenu*>();
    QVERIFY(menu && menu->isVisible());
    QAction* backward = nullptr;
    for (QAction* action : menu->actions())
        if (action->text() == QStringLiteral("Fade B backward"))
            backward = action;
    QVERIFY(backward && !backward->isChecked());
    backward->trigger();
    QVERIFY(window.state.hidden()[std::size_t(Category::Backward)]);
    QVERIFY(!window.state.hidden()[std::size_t(Category::Forward)]);
    menu->close();
}

void tst_TimelineFolds::chunksAreNamedInTheBoxes()
{
    const TrackData track = predicted("interleaved", {.ranks = 2, .chunks = 2, .microbatches = 2});
    Window window;
    window.panel.setTrack(0, track);
    const plan::Op op = track.timeline->spans[0].front().op;
    const TimeRange box{track.timeline->spans[0].front().start,
                        track.timeline->spans[0].front().end};
    // How wide the white label in the box of the first op is.
    const auto columnsOfText = [&](TimeRange visible) {
        window.state.setVisible(visible);
        const QImage image = shot(window);
        const int top = window.canvas->y() + int(window.at(0, box.begin).y()) - 10;
        std::set<int> columns;
        const int left = int(window.at(0, box.begin).x()) + 4;
        const int right = int(window.at(0, box.end).x()) - 4;
        for (int x = left; x < right && x < image.width(); ++x)
            for (int y = top; y < top + 20; ++y)
                if (image.pixelColor(x, y).lightness() > 240)
                    columns.insert(x);
        return columns.empty() ? 0 : *columns.rbegin() - *columns.begin() + 1;
    };
    QCOMPARE(op, plan::forward(0, 0));
    const int wide = columnsOfText({box.begin, box.end * 2}); // "F0·c0"
    window.panel.resize(360, 400);
    const int narrow = columnsOfText({box.begin, box.end * 18});
    QVERIFY2(wide > 30, qPrintable(QString::number(wide)));
    QVERIFY2(narrow > 0 && narrow < wide / 2, qPrintable(QString::number(narrow)));
}

// Boxes of one length are a pixel wider or narrower by where they begin.
void tst_TimelineFolds::opsThatTakeEquallyLongAreLabelledAlike()
{
    const TrackData track = predicted("1f1b", {.ranks = 2, .chunks = 1, .microbatches = 8});
    Window window;
    window.panel.setTrack(0, track);
    std::set<int> seen; // heights of labels, over all widths
    for (int width = 500; width < 2000; width += 37) {
        window.panel.resize(width, 400);
        window.state.setVisible({Nanoseconds{0}, track.timeline->makespan});
        const QImage image = shot(window);
        std::set<int> heights;
        for (const plan::Span& span : track.timeline->spans[0]) {
            if (span.op.kind != plan::OpKind::Forward)
                continue;
            const QPointF middle = window.at(0, span.start);
            const int left = int(middle.x()) + 4;
            const int right = int(window.at(0, span.end).x()) - 4;
            const int centre = window.canvas->y() + int(middle.y());
            const QColor fill = image.pixelColor(left, centre - 20);
            std::set<int> lines;
            for (int y = centre - 16; y < centre + 16; ++y)
                for (int x = left; x < right; ++x)
                    if (image.pixelColor(x, y) != fill)
                        lines.insert(y);
            heights.insert(static_cast<int>(lines.size()));
        }
        QVERIFY2(heights.size() == 1, qPrintable(QString::number(width)));
        seen.insert(*heights.begin());
    }
    QVERIFY2(seen.size() >= 2, "both sizes of letters were tried");
}

void tst_TimelineFolds::coloursOfPapersReachThePictureAndTheMinimap()
{
    Window window;
    const QImage own = shot(window);
    const Theme& dualPipe = withColours(lightTheme(), OpColours::DualPipe);
    window.panel.setPalette(fusionPalette(dualPipe));
    const QImage theirs = shot(window);
    const auto has = [](const QImage& image, const QColor& colour) {
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) == colour)
                    return true;
        return false;
    };
    QVERIFY(has(own, lightTheme().forward) && !has(own, dualPipe.forward));
    QVERIFY(!has(theirs, lightTheme().forward) && has(theirs, dualPipe.forward));
    auto* minimap = window.panel.findChild<Minimap*>();
    QVERIFY(has(minimap->grab().toImage(), dualPipe.forward));
}

QTEST_MAIN(tst_TimelineFolds)
#include "tst_timeline_folds.moc"
