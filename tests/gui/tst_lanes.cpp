// A step as lanes: played, stepped and scrubbed; what is held and what is on its way; what is
// selected, and why a rank idles.

#include "tests/gui/played.h"

#include "engine/plan/metrics.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"

#include <QSignalSpy>

using namespace gui;
using namespace gui::test;
using namespace std::chrono_literals;

class tst_Lanes : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
    }

    void theClockStandsAtTheEndUntilItIsPlayed();
    void theClockGoesAtItsPaceAndSpeed();
    void theClockStepsFromEventToEvent();
    void withLittleMotionTheClockJumps();
    void asManyAreHeldAsTheEngineCounts();
    void messagesLeaveWhenTheyAreMadeAndArriveAHopLater();
    void oneSentenceSaysWhatHappens();
    void keysPlayAndStep();
    void aDragOnTheAxisScrubs();
    void clicksSelectOpsAndBubbles();
    void aDragOnALaneSelectsAStretch();
    void theKeysRingOpsAndEnterSelects();
    void theWalkReachesTheStartOfTheStep();
    void theWalkSaysThatTheRankWasBusy();
    void opsToComeArePaleAndThoseThatRunAreLit();
};

void tst_Lanes::theClockStandsAtTheEndUntilItIsPlayed()
{
    PlayClock clock;
    clock.setEvents({30us, 0us, 10us, 10us});
    QCOMPARE(clock.events().size(), std::size_t(3));
    QVERIFY(clock.isAtEnd());
    clock.play();
    QVERIFY(clock.isPlaying());
    QCOMPARE(clock.time(), Nanoseconds{});
    clock.pause();
    QVERIFY(!clock.isPlaying());
    clock.advance(1s);
    QCOMPARE(clock.time(), Nanoseconds{});
    clock.seek(1h);
    QCOMPARE(clock.time(), Nanoseconds(30us));
}

void tst_Lanes::theClockGoesAtItsPaceAndSpeed()
{
    PlayClock clock;
    clock.setEvents({0us, 100us});
    clock.setPace(10us);
    clock.seek({});
    clock.play();
    clock.advance(500ms);
    QCOMPARE(clock.time(), Nanoseconds(5us));
    for (const double speed : kPlaySpeeds) {
        clock.setSpeed(speed);
        clock.seek({});
        clock.advance(1s);
        QCOMPARE(clock.time(), Nanoseconds(std::llround(10'000 * speed)));
    }
    clock.advance(20s);
    QVERIFY(clock.isAtEnd());
    QVERIFY(!clock.isPlaying());
    // The whole in so long, whatever the speed.
    clock.playThrough(2000ms);
    QCOMPARE(clock.time(), Nanoseconds{});
    clock.advance(1s);
    QCOMPARE(clock.time(), Nanoseconds(50us));
}

void tst_Lanes::theClockStepsFromEventToEvent()
{
    PlayClock clock;
    clock.setEvents({0us, 10us, 20us, 30us});
    clock.seek({});
    clock.play();
    clock.stepBy(1);
    QVERIFY(!clock.isPlaying());
    QCOMPARE(clock.time(), Nanoseconds(10us));
    clock.seek(15us);
    clock.stepBy(1);
    QCOMPARE(clock.time(), Nanoseconds(20us));
    clock.seek(15us);
    clock.stepBy(-1);
    QCOMPARE(clock.time(), Nanoseconds(10us));
    clock.stepBy(-1);
    clock.stepBy(-1);
    QCOMPARE(clock.time(), Nanoseconds{});
    clock.stepBy(2);
    QCOMPARE(clock.time(), Nanoseconds(20us));
    clock.stepBy(7);
    QVERIFY(clock.isAtEnd());
}

void tst_Lanes::withLittleMotionTheClockJumps()
{
    PlayClock clock;
    clock.setEvents({0us, 10us, 100us});
    clock.setPace(10us);
    clock.setJumps(true);
    clock.play();
    clock.advance(900ms);
    QCOMPARE(clock.time(), Nanoseconds{});
    clock.advance(200ms);
    QCOMPARE(clock.time(), Nanoseconds(10us));
    clock.advance(5s);
    QCOMPARE(clock.time(), Nanoseconds(10us));
    clock.advance(5s);
    QVERIFY(clock.isAtEnd());
    clock.playThrough(2s);
    QVERIFY(clock.isAtEnd());
    QVERIFY(!clock.isPlaying());
}

void tst_Lanes::asManyAreHeldAsTheEngineCounts()
{
    for (const char* name :
         {"same-bubble-less-memory", "zero-bubble", "v-shapes", "interleaving"}) {
        const auto read = lessonNamed(name);
        for (const auto& [state, planned] : read->states) {
            if (!planned.planned)
                continue;
            const plan::Timeline& timeline = planned.planned->timeline();
            for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
                int most = 0;
                for (const plan::Span& span : timeline.spans[rank])
                    most = std::max(most, int(heldOn(timeline, int(rank), span.start).size()));
                QCOMPARE(most, plan::peakInFlight(timeline, rank));
                QVERIFY(heldOn(timeline, int(rank), timeline.makespan).empty());
            }
        }
    }
    // Those that were begun first stand first.
    const Course course;
    const auto held = heldOn(course.state("gpipe")->timeline(), 1, 4 * course.unit);
    QCOMPARE(held.size(), std::size_t(4));
    QVERIFY(held.front() == plan::forward(1, 0) && held.back() == plan::forward(1, 3));
}

void tst_Lanes::messagesLeaveWhenTheyAreMadeAndArriveAHopLater()
{
    Shown shown({"v2-hop"}, "interleaving");
    const auto planned = shown.state("v2-hop");
    const auto all = messagesOf(shown.lanes().data(0));
    QCOMPARE(all.size(), planned->row().transfers);
    for (const LaneMessage& message : all) {
        const plan::Span* made = findSpan(planned->timeline(), message.from, message.of);
        QVERIFY(made && made->end == message.sent);
        QVERIFY(message.arrives > message.sent);
    }
    const LaneMessage first = all.front();
    shown.clock().seek(first.sent + (first.arrives - first.sent) / 2);
    const auto underWay = shown.lanes().messagesUnderWay(0);
    QVERIFY(!underWay.empty());
    QVERIFY(underWay.front().of == first.of);
    shown.clock().seek(first.sent - Nanoseconds{1});
    QVERIFY(shown.lanes().messagesUnderWay(0).empty());
    // It is drawn between the two lanes.
    shown.clock().seek(first.sent + (first.arrives - first.sent) / 2);
    const QRectF from = shown.lanes().laneOf(0, first.from);
    const QRectF to = shown.lanes().laneOf(0, first.to);
    const QRectF between(shown.lanes().xOf(first.sent) - 4, std::min(from.bottom(), to.bottom()),
                         shown.lanes().xOf(first.arrives) - shown.lanes().xOf(first.sent) + 8,
                         std::abs(to.top() - from.bottom()));
    QVERIFY(pixelsOf(picture(shown.lanes()), between, themeFor(shown.lanes().palette()).transfer)
            > 10);
}

void tst_Lanes::oneSentenceSaysWhatHappens()
{
    Shown shown({"1f1b"});
    const TrackData& track = shown.lanes().data(0);
    const Nanoseconds u = shown.unit;
    QCOMPARE(tickSentence(track, 33 * u, u), QStringLiteral("The step ends after 33 u."));
    QCOMPARE(tickSentence(track, 3 * u, u, 0),
             QStringLiteral("Rank 0 runs 0F3; in flight on it: 4."));
    // Rank 0 has its four in flight from 4 u on, and gets 0's gradient at 10 u.
    QCOMPARE(tickSentence(track, 5 * u, u, 0),
             QStringLiteral("Rank 0 waits for 1B0 of rank 1, which waits for 2B0."));
    QCOMPARE(tickSentence(track, Nanoseconds{}, u, 3),
             QStringLiteral("Rank 3 waits for 2F0 of rank 2, which waits for 1F0."));
    QCOMPARE(tickSentence(track, Nanoseconds{}, u, 1),
             QStringLiteral("Rank 1 waits for 0F0 of rank 0, at the start of the step."));
    QCOMPARE(tickSentence(track, 32 * u, u, 3),
             QStringLiteral("Rank 3 is done, and waits for the step to end."));
    // Without a rank it is of one with which something has just happened.
    shown.clock().seek(4 * u);
    QSignalSpy told(&shown.lanes(), &PlayLanes::sentenceChanged);
    shown.clock().seek(5 * u);
    QVERIFY(told.count() > 0);
    QVERIFY(!shown.lanes().sentence().isEmpty());
    QCOMPARE(shown.lanes().accessibleDescription(), shown.lanes().sentence());
    shown.clock().seek(shown.clock().end());
    QCOMPARE(shown.lanes().sentence(), QStringLiteral("The step ends after 33 u."));
}

void tst_Lanes::keysPlayAndStep()
{
    Shown shown({"1f1b"});
    shown.press(Qt::Key_Space);
    QVERIFY(shown.clock().isPlaying());
    QTRY_VERIFY(shown.clock().time().count() > 0);
    shown.press(Qt::Key_Space);
    QVERIFY(!shown.clock().isPlaying());
    shown.press(Qt::Key_Home);
    QCOMPARE(shown.clock().time(), Nanoseconds{});
    shown.press('.');
    QCOMPARE(shown.clock().time(), shown.unit);
    shown.press('.');
    QCOMPARE(shown.clock().time(), 2 * shown.unit);
    shown.press(',');
    QCOMPARE(shown.clock().time(), shown.unit);
    shown.press(Qt::Key_End);
    QVERIFY(shown.clock().isAtEnd());
}

void tst_Lanes::aDragOnTheAxisScrubs()
{
    Shown shown({"1f1b"});
    const double y = 4;
    const auto at = [&](int units) { return QPointF(shown.lanes().xOf(units * shown.unit), y); };
    const auto isNear = [&](int units) {
        return std::abs(shown.lanes().xOf(shown.clock().time())
                        - shown.lanes().xOf(units * shown.unit))
            <= 1;
    };
    shown.click(at(7));
    QVERIFY(isNear(7));
    shown.drag(at(7), at(20));
    QVERIFY(isNear(20));
    QVERIFY(!shown.view.area());
    // Between lanes, too.
    shown.click({shown.lanes().xOf(3 * shown.unit), shown.lanes().laneOf(0, 1).top() - 3});
    QVERIFY(isNear(3));
    QVERIFY(!shown.view.selected());
}

void tst_Lanes::clicksSelectOpsAndBubbles()
{
    Shown shown({"gpipe", "1f1b"});
    QSignalSpy selected(&shown.view, &ViewState::selectedChanged);
    shown.click(shown.inLane(2, 5 * shown.unit / 2, 1));
    QVERIFY(shown.view.selected());
    QVERIFY((*shown.view.selected() == OpRef{1, 2, plan::forward(2, 0)}));
    QCOMPARE(selected.count(), 1);
    shown.click(shown.inLane(0, 7 * shown.unit, 1));
    QVERIFY(!shown.view.selected());
    QVERIFY((shown.view.gap() == GapRef{1, 0, {4 * shown.unit, 10 * shown.unit}}));
    // The name of a rank is its op at the cursor.
    shown.clock().seek(5 * shown.unit);
    shown.click({4, shown.lanes().laneOf(0, 0).center().y()});
    QVERIFY(shown.view.selected());
    QCOMPARE(shown.view.selected()->rank, 0);
    QCOMPARE(shown.view.selected()->op.microbatch, 5);
}

void tst_Lanes::aDragOnALaneSelectsAStretch()
{
    Shown shown({"1f1b"});
    // Near the begin and the end of what rank 2 waits at first; both snap.
    shown.drag(shown.inLane(2, {}) + QPointF(2, 0),
               shown.inLane(2, 2 * shown.unit) + QPointF(3, 0));
    QVERIFY(shown.view.area());
    QCOMPARE(shown.view.area()->range.begin, Nanoseconds{});
    QCOMPARE(shown.view.area()->range.end, 2 * shown.unit);
    QCOMPARE(shown.view.area()->firstRank, 2);
    QCOMPARE(shown.view.area()->lastRank, 2);
    QVERIFY(!shown.view.selected() && !shown.view.gap());
}

void tst_Lanes::theKeysRingOpsAndEnterSelects()
{
    Shown shown({"1f1b"});
    QSignalSpy selected(&shown.view, &ViewState::selectedChanged);
    shown.press(Qt::Key_Right);
    QVERIFY((shown.lanes().ringed() == OpRef{0, 0, plan::forward(0, 0)}));
    shown.press(Qt::Key_Right);
    QVERIFY((shown.lanes().ringed() == OpRef{0, 0, plan::forward(0, 1)}));
    shown.press(Qt::Key_Down);
    QCOMPARE(shown.lanes().ringed()->rank, 1);
    shown.press(Qt::Key_Left);
    shown.press(Qt::Key_Up);
    QCOMPARE(shown.lanes().ringed()->rank, 0);
    QCOMPARE(selected.count(), 0);
    const OpRef ringed = *shown.lanes().ringed();
    shown.press(Qt::Key_Return);
    QVERIFY(shown.view.selected() == ringed);
    QCOMPARE(selected.count(), 1);
    shown.press(Qt::Key_Escape);
    QVERIFY(!shown.view.selected());
}

void tst_Lanes::theWalkReachesTheStartOfTheStep()
{
    Shown shown({"1f1b"});
    shown.click(shown.inLane(0, 7 * shown.unit));
    QVERIFY(shown.view.gap());
    const TrackData& track = shown.lanes().data(0);
    const plan::Bubble* bubble = bubbleAt(track, 0, shown.view.gap()->range.begin);
    QVERIFY(bubble);
    const auto chain = track.explainer->explain(*bubble, 0, 100).links;
    QVERIFY(chain.size() > 3);
    QCOMPARE(shown.lanes().walk().length(), chain.size());
    QVERIFY(shown.lanes().sentence().startsWith(QStringLiteral("Rank 0 idles for 6 u.")));
    shown.press('[');
    QCOMPARE(shown.lanes().sentence(), QStringLiteral("Rank 0 waits for 1B0 of rank 1."));
    for (std::size_t link = 1; link < chain.size(); ++link) {
        QVERIFY(!shown.lanes().walk().isAtRoot());
        shown.press('[');
        QVERIFY(shown.lanes().walk().walked().back().op == chain[link].op);
        QVERIFY(shown.lanes().sentence().contains(opText(chain[link].op)));
    }
    QVERIFY(shown.lanes().walk().isAtRoot());
    QVERIFY(shown.lanes().walk().walked().back().op == plan::forward(0, 0));
    QVERIFY(shown.lanes().sentence().contains(QStringLiteral("start of the step")));
    shown.press('[');
    QCOMPARE(shown.lanes().walk().walked().size(), chain.size());
    shown.press(']');
    QCOMPARE(shown.lanes().walk().walked().size(), chain.size() - 1);
    // Neither walks the selection away: it may be an answer.
    QVERIFY(shown.view.gap());
    // Each link is framed.
    const QImage walked = picture(shown.lanes());
    const QColor accent = themeFor(shown.lanes().palette()).accent;
    QVERIFY(pixelsOf(walked, shown.lanes().boxOf({0, 1, plan::backward(1, 0)}), accent) > 20);
    shown.press(Qt::Key_Escape);
    QVERIFY(!shown.lanes().walk().isOn());
    QCOMPARE(
        pixelsOf(picture(shown.lanes()), shown.lanes().boxOf({0, 1, plan::backward(1, 0)}), accent),
        0);
}

void tst_Lanes::theWalkSaysThatTheRankWasBusy()
{
    Shown shown({"gpipe"});
    shown.click(shown.inLane(0, 5 * shown.unit / 2));
    QVERIFY((shown.view.selected() == OpRef{0, 0, plan::forward(0, 2)}));
    shown.press('[');
    QCOMPARE(shown.lanes().sentence(),
             QStringLiteral("0F2 could not begin before: its rank was busy with 0F1."));
    shown.press('[');
    QVERIFY(shown.lanes().sentence().contains(QStringLiteral("start of the step")));
    QVERIFY(shown.lanes().walk().isAtRoot());
    // The first op of all waits for nothing.
    shown.click(shown.inLane(0, shown.unit / 2));
    QVERIFY(shown.lanes().sentence().contains(QStringLiteral("waits for nothing")));
}

void tst_Lanes::opsToComeArePaleAndThoseThatRunAreLit()
{
    Shown shown({"1f1b"});
    const Theme& theme = themeFor(shown.lanes().palette());
    const QRectF late = shown.lanes().boxOf({0, 0, plan::forward(0, 3)});
    const QRectF early = shown.lanes().boxOf({0, 0, plan::forward(0, 0)});
    const QRectF running = shown.lanes().boxOf({0, 0, plan::forward(0, 1)});
    const QImage whole = picture(shown.lanes());
    QVERIFY(pixelsOf(whole, late, theme.forward) > 50);
    QCOMPARE(pixelsOf(whole, running, theme.accent), 0);
    shown.clock().seek(3 * shown.unit / 2);
    const QImage half = picture(shown.lanes());
    QCOMPARE(pixelsOf(half, late, theme.forward), 0);
    QVERIFY(pixelsOf(half, early, theme.forward) > 50);
    QVERIFY(pixelsOf(half, running.adjusted(0, 0, -running.width() / 3, 0), theme.accent) > 20);
}

QTEST_MAIN(tst_Lanes)
#include "tst_lanes.moc"
