#include "gui/timeline/inner_story.h"
#include "gui/timeline/story.h"
#include "tests/gui/timeline/panel_window.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

using namespace gui;
using namespace panel_test;

class tst_TimelinePanel : public QObject {
    Q_OBJECT
private slots:
    void wheelInTheMiddleShowsTheMiddleHalf();
    void dragsZoomAndPan();
    void hoverNamesTheOp();
    void picturesTellOpsFromBubbles();
    void keysWalkTheOpsAndTheirDependencies();
    void oneFFitsTheOpUnderThePointer();
    void historyGoesBackAndForward();
    void storyTellsWaitingAndDifference();
    void liveTrackIsBlankBeyondWhatHappened();
    void markupInTitlesStaysText();
    void theHeaderOfRanksThatTookTurnsSaysWhatItsTimesAre();
    void whatRunsBesideTheOpsHasAStripUnderThem();
    void aShortStepsLabelKeepsClearOfTheTitle();
    void theLegendStaysWhileAStepFillsIn();
};

void tst_TimelinePanel::wheelInTheMiddleShowsTheMiddleHalf()
{
    Window window;
    window.state.setVisible({Nanoseconds{0}, Nanoseconds{8000}});
    for (const auto modifiers :
         {Qt::KeyboardModifiers(Qt::NoModifier), Qt::KeyboardModifiers(Qt::ControlModifier)}) {
        window.state.setVisible({Nanoseconds{0}, Nanoseconds{8000}});
        window.wheel(window.at(0, Nanoseconds{4000}), 240, modifiers);
        QCOMPARE(window.state.visible().length(), Nanoseconds{4000});
        compareNear(window.state.visible().begin, Nanoseconds{2000}, Nanoseconds{2});
    }
    window.wheel(window.at(0, Nanoseconds{4000}), -120, Qt::ShiftModifier);
    QCOMPARE(window.state.visible().begin > Nanoseconds{2400}, true);
    QCOMPARE(window.state.visible().length(), Nanoseconds{4000});
}

void tst_TimelinePanel::dragsZoomAndPan()
{
    Window window;
    window.state.setVisible({Nanoseconds{0}, Nanoseconds{8000}});
    window.drag(window.at(0, Nanoseconds{2000}), window.at(0, Nanoseconds{4000}), Qt::AltModifier);
    compareNear(window.state.visible().begin, Nanoseconds{2000}, Nanoseconds{20});
    compareNear(window.state.visible().end, Nanoseconds{4000}, Nanoseconds{20});

    window.drag(window.at(0, Nanoseconds{3000}), window.at(0, Nanoseconds{3500}),
                Qt::ShiftModifier);
    compareNear(window.state.visible().begin, Nanoseconds{1500}, Nanoseconds{40});

    window.state.setVisible({Nanoseconds{0}, Nanoseconds{8000}});
    const QPointF from(window.at(0, Nanoseconds{1000}).x(), 5);
    const QPointF to(window.at(0, Nanoseconds{5000}).x(), 5);
    window.drag(from, to, Qt::NoModifier); // on the ruler
    compareNear(window.state.visible().begin, Nanoseconds{1000}, Nanoseconds{20});
    compareNear(window.state.visible().end, Nanoseconds{5000}, Nanoseconds{20});
}

// 1F1B, two ranks, F = 1, B = 2: rank 0 is F0 F1 .. B0 B0 .. , rank 1 is . F0 B0 B0 F1 B1 B1.
void tst_TimelinePanel::hoverNamesTheOp()
{
    Window window;
    QSignalSpy spy(&window.panel, &TimelinePanel::hovered);
    window.move(window.at(1, Nanoseconds{1500}));
    QCOMPARE(window.state.hovered(), std::optional(OpRef{0, 1, plan::forward(1, 0)}));
    window.move(window.at(1, Nanoseconds{500}));
    QCOMPARE(window.state.hovered(), std::optional<OpRef>());
    QCOMPARE(spy.count(), 2);
}

void tst_TimelinePanel::picturesTellOpsFromBubbles()
{
    Window window;
    QVERIFY(window.panel.finishFrame());
    const QImage image = window.canvas->grab().toImage();
    const auto pixel = [&](int rank, int time) {
        const QPointF at = window.at(rank, Nanoseconds{time}) - QPointF(0, 10);
        return image.pixelColor(at.toPoint());
    };
    QCOMPARE(pixel(0, 400), lightTheme().forward);
    QCOMPARE(pixel(1, 2300), lightTheme().backward);
    const QColor idle = pixel(1, 300);
    QVERIFY(idle != lightTheme().forward && idle != lightTheme().backward
            && idle != lightTheme().base);
}

void tst_TimelinePanel::keysWalkTheOpsAndTheirDependencies()
{
    Window window;
    const auto press = [&](Qt::Key key) { QTest::keyClick(window.canvas, key); };
    const auto selected = [&] { return window.state.selected(); };
    press(Qt::Key_Period);
    QCOMPARE(selected(), std::optional(OpRef{0, 0, plan::forward(0, 0)}));
    press(Qt::Key_BracketRight);
    QCOMPARE(selected(), std::optional(OpRef{0, 1, plan::forward(1, 0)}));
    press(Qt::Key_BracketRight);
    QCOMPARE(selected(), std::optional(OpRef{0, 1, plan::backward(1, 0)}));
    press(Qt::Key_BracketRight);
    QCOMPARE(selected(), std::optional(OpRef{0, 0, plan::backward(0, 0)}));
    press(Qt::Key_BracketLeft);
    QCOMPARE(selected(), std::optional(OpRef{0, 1, plan::backward(1, 0)}));
    press(Qt::Key_Period);
    QCOMPARE(selected(), std::optional(OpRef{0, 1, plan::forward(1, 1)}));
    press(Qt::Key_Comma);
    press(Qt::Key_Up);
    QCOMPARE(selected()->rank, 0);
    press(Qt::Key_Escape);
    QCOMPARE(selected(), std::optional<OpRef>());

    const Nanoseconds all = window.state.visible().length();
    press(Qt::Key_W);
    QVERIFY(window.state.visible().length() < all);
    const Nanoseconds begin = window.state.visible().begin;
    press(Qt::Key_D);
    QVERIFY(window.state.visible().begin > begin);
    press(Qt::Key_Home);
    QVERIFY(window.state.showsAll());
}

void tst_TimelinePanel::oneFFitsTheOpUnderThePointer()
{
    Window window;
    const auto fitted = [&](Nanoseconds begin, Nanoseconds end) {
        const TimeRange visible = window.state.visible();
        return visible.begin <= begin && visible.end >= end
            && visible.length() <= 2 * (end - begin);
    };
    window.move(window.at(1, Nanoseconds{1500})); // rank 1's first forward
    QTest::keyClick(window.canvas, Qt::Key_F);
    QVERIFY(fitted(Nanoseconds{1000}, Nanoseconds{2000}));
    window.state.fit();
    window.state.setSelected(OpRef{0, 0, plan::forward(0, 0)});
    window.move(window.at(1, Nanoseconds{500})); // a bubble: the op selected
    QTest::keyClick(window.canvas, Qt::Key_F);
    QVERIFY(fitted(Nanoseconds{0}, Nanoseconds{1000}));
}

void tst_TimelinePanel::historyGoesBackAndForward()
{
    Window window;
    const TimeRange all = window.state.visible();
    window.state.setVisible({Nanoseconds{1000}, Nanoseconds{2000}});
    const auto middle = window.at(0, Nanoseconds{1500});
    for (int i = 0; i < 5; ++i)
        window.wheel(middle, 120); // one gesture, one entry
    const TimeRange near = window.state.visible();
    window.state.goBack();
    QCOMPARE(window.state.visible(), (TimeRange{Nanoseconds{1000}, Nanoseconds{2000}}));
    window.state.goBack();
    QCOMPARE(window.state.visible(), all);
    window.state.goForward();
    window.state.goForward();
    QCOMPARE(window.state.visible(), near);
    QVERIFY(!window.state.canGoForward());
}

void tst_TimelinePanel::storyTellsWaitingAndDifference()
{
    Window window;
    TrackData measured = oneFOneB(QStringLiteral("Measured"));
    auto slower = std::make_shared<plan::Timeline>(*measured.timeline);
    for (auto& spans : slower->spans)
        for (auto& span : spans) {
            span.start *= 2;
            span.end *= 2;
        }
    slower->makespan *= 2;
    measured.timeline = slower;
    window.panel.setTrack(1, measured);
    const QString story = window.panel.story({0, 0, plan::backward(0, 0)});
    QVERIFY2(story.contains("Backward of microbatch 0 on stage 0 (rank 0)"), qPrintable(story));
    QVERIFY2(story.contains("Waited 2 µs for the backward of microbatch 0 on stage 1 from rank 1"),
             qPrintable(story));
    QVERIFY2(story.contains("Measured: 4 µs (here −50.0 %)"), qPrintable(story));
    QVERIFY(window.panel.story({0, 0, plan::forward(7, 7)}).isEmpty());
}

void tst_TimelinePanel::liveTrackIsBlankBeyondWhatHappened()
{
    Window window;
    TrackData live = oneFOneB(QStringLiteral("Measured"));
    auto begun = std::make_shared<plan::Timeline>(*live.timeline);
    for (auto& spans : begun->spans)
        spans.resize(1);
    begun->makespan = Nanoseconds{2000};
    live.timeline = begun;
    live.ledger = nullptr;
    live.live = true;
    live.end = Nanoseconds{9000};
    window.panel.setTrack(0, live);
    QVERIFY(window.panel.finishFrame());
    const QImage image = window.canvas->grab().toImage();
    const auto pixel = [&](int time) {
        return image.pixelColor((window.at(0, Nanoseconds{time}) - QPointF(0, 10)).toPoint());
    };
    QCOMPARE(pixel(400), lightTheme().forward);
    QCOMPARE(pixel(5000), lightTheme().base); // not a bubble
}

void tst_TimelinePanel::markupInTitlesStaysText()
{
    Window window;
    window.panel.setTrack(0, oneFOneB(QStringLiteral("<img src=x>")));
    QVERIFY(window.panel.story({0, 0, plan::forward(0, 0)}).contains("<img src=x>: 1 µs"));
}

void tst_TimelinePanel::theHeaderOfRanksThatTookTurnsSaysWhatItsTimesAre()
{
    Window window;
    const int line = window.canvas->fontMetrics().height();
    const QPoint header(window.canvas->width() / 3, line + 14 + line / 2);
    const auto tipAt = [&](const QPoint& position) {
        QHelpEvent event(QEvent::ToolTip, position, window.canvas->mapToGlobal(position));
        QCoreApplication::sendEvent(window.canvas, &event);
        return QToolTip::text();
    };
    QCOMPARE(tipAt(header), QString());
    const QImage plain = window.canvas->grab().toImage();

    TrackData turns = oneFOneB(QStringLiteral("Predicted"));
    turns.turns = true;
    window.panel.setTrack(0, turns);
    QVERIFY(tipAt(header).contains(QStringLiteral("one worked at a time")));
    QVERIFY(tipAt(header).contains(QStringLiteral("is predicted")));
    QVERIFY(!tipAt(window.at(0, Nanoseconds{1}).toPoint())
                 .contains(QStringLiteral("one worked at a time")));
    QVERIFY2(window.canvas->grab().toImage() != plain, "the header has no badge");
}

void tst_TimelinePanel::whatRunsBesideTheOpsHasAStripUnderThem()
{
    Window window;
    TrackData track = oneFOneB(QStringLiteral("Measured"));
    auto inner = std::make_shared<InnerWork>();
    inner->reductions = {{{0, Nanoseconds{4000}, Nanoseconds{7000}, Among::Data}}, {}};
    track.inner = inner;
    window.panel.setTrack(0, track);
    QVERIFY(window.panel.finishFrame());
    const QImage image = window.canvas->grab().toImage();
    const auto pixel = [&](int rank, int time) { // near the bottom of the row
        return image.pixelColor((window.at(rank, Nanoseconds{time}) + QPointF(0, 41)).toPoint());
    };
    QCOMPARE(pixel(0, 5000), lightTheme().transfer);
    QCOMPARE(pixel(0, 2000), lightTheme().base);
    QCOMPARE(pixel(1, 5000), lightTheme().base);

    const QString story
        = reductionStory(track, 0, Nanoseconds{4000}, TimeUnit::Auto).join(QLatin1Char('\n'));
    QVERIFY2(story.startsWith(QStringLiteral("Gradients of stage 0 reduced on rank 0: 3 µs")),
             qPrintable(story));
    QVERIFY(story.contains(QStringLiteral("Among dp (data)")));
    QVERIFY(reductionStory(track, 0, Nanoseconds{7000}, TimeUnit::Auto).isEmpty());
    QVERIFY(reductionStory(track, 1, Nanoseconds{5000}, TimeUnit::Auto).isEmpty());
}

void tst_TimelinePanel::aShortStepsLabelKeepsClearOfTheTitle()
{
    const auto title = [](bool withMakespan) {
        Window window;
        TrackData longer = oneFOneB(QStringLiteral("Measured"));
        longer.end = Nanoseconds{9'000'000}; // beside which the step is a pixel long
        longer.live = true;
        TrackData track = oneFOneB(QStringLiteral("Predicted, and a few words more"));
        track.live = !withMakespan;
        window.panel.setTrack(0, std::move(track));
        window.panel.setTrack(1, std::move(longer));
        window.panel.finishFrame();
        QFont bold = window.canvas->font();
        bold.setBold(true);
        const int width = QFontMetrics(bold).horizontalAdvance(
            QStringLiteral("Predicted, and a few words more"));
        const int line = window.canvas->fontMetrics().height();
        // Above the line of the makespan's end, which goes through the header as it should.
        return window.canvas->grab(QRect(6, line + 14 + 2, width, line)).toImage();
    };
    const QImage with = title(true);
    const QImage without = title(false);
    int different = 0;
    for (int y = 0; y < with.height(); ++y)
        for (int x = 0; x < with.width(); ++x)
            different += with.pixel(x, y) != without.pixel(x, y) ? 1 : 0;
    QVERIFY2(different <= with.height(), qPrintable(QString::number(different)));
}

void tst_TimelinePanel::theLegendStaysWhileAStepFillsIn()
{
    Window window;
    TrackData whole = oneFOneB(QStringLiteral("Measured"));
    whole.measured = true;
    auto inner = std::make_shared<InnerWork>();
    inner->reruns = {{{plan::forward(0, 0), Nanoseconds{4000}, Nanoseconds{4500}}}, {}};
    inner->reductions = {{{0, Nanoseconds{4000}, Nanoseconds{7000}, Among::Data}}, {}};
    whole.inner = inner;
    TrackData begun = oneFOneB(QStringLiteral("Measured"));
    auto few = std::make_shared<plan::Timeline>(*begun.timeline);
    for (auto& spans : few->spans)
        spans.resize(1);
    begun.timeline = few;
    begun.ledger = nullptr;
    begun.measured = begun.live = true;
    begun.end = Nanoseconds{9000};

    const auto legend = [&window] { // its last line
        const int height = window.canvas->fontMetrics().height() + 8;
        return window.canvas
            ->grab(QRect(0, window.canvas->height() - height, window.canvas->width(), height))
            .toImage();
    };
    window.panel.setTrack(1, whole);
    const QImage before = legend();
    window.panel.setTrack(1, begun);
    QCOMPARE(legend(), before);
    QVERIFY(hasSideReductions(*window.panel.track(1))); // and so does the room in the rows
    window.panel.removeTrack(1);
    QVERIFY(legend() != before);
}

QTEST_MAIN(tst_TimelinePanel)
#include "tst_timeline_panel.moc"
